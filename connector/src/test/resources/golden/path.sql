-- type path, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('[(1,2),(3,4)]'::path, '[(1,2),(3,4)]'),
    ('((1,2),(3,4),(5,6))'::path, '((1,2),(3,4),(5,6))'),
    ('((0,0))'::path, '((0,0))')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
