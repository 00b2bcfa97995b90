-- type date, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('1970-01-01'::date, '0'),
    ('2000-01-01'::date, '10957'),
    ('1999-12-31'::date, '10956'),
    ('2024-02-29'::date, '19782'),
    ('4713-01-01 BC'::date, '-2440550'),
    ('5874897-12-31'::date, '2145042905'),
    ('infinity'::date, '2147483647'),
    ('-infinity'::date, '-2147483648')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
