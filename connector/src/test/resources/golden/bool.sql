-- type bool, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('true'::bool, 'true'),
    ('false'::bool, 'false')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
