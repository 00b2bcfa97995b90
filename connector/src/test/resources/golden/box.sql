-- type box, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('(3,4),(1,2)'::box, '(3,4),(1,2)'),
    ('(1,2),(3,4)'::box, '(3,4),(1,2)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
