-- type numeric, typmod 786438
COPY (
  SELECT * FROM (VALUES
    ('0'::numeric(12,2), '0.00'),
    ('1'::numeric(12,2), '1.00'),
    ('-123.45'::numeric(12,2), '-123.45'),
    ('9999999999.99'::numeric(12,2), '9999999999.99'),
    ('0.10'::numeric(12,2), '0.10')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
