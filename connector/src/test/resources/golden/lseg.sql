-- type lseg, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('[(1,2),(3,4)]'::lseg, '[(1,2),(3,4)]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
