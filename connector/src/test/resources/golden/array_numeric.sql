-- type _numeric, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{1.10,NaN,2}'::numeric[], '[1.10, NaN, 2]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
