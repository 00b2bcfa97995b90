-- type char, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('x'::"char", 'x'),
    (''::"char", '')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
