-- type numeric, typmod 131081
COPY (
  SELECT * FROM (VALUES
    ('0.00012'::numeric(2,5), '0.00012'),
    ('0'::numeric(2,5), '0.00000')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
