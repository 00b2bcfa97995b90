-- type name, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('abc'::name, 'abc'),
    ('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'::name, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
