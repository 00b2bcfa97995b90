-- type numeric, typmod 589828
COPY (
  SELECT * FROM (VALUES
    ('0'::numeric(9,0), '0'),
    ('999999999'::numeric(9,0), '999999999'),
    ('-10000'::numeric(9,0), '-10000')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
