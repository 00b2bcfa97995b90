-- type numeric, typmod 198658
COPY (
  SELECT * FROM (VALUES
    ('12300'::numeric(3,-2), '12300'),
    ('-99900'::numeric(3,-2), '-99900')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
