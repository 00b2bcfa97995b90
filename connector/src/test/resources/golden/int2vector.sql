-- type int2vector, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('1 2'::int2vector, '[1, 2]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
