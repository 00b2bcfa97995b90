-- type money, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('12.34'::money, '1234'),
    ('-0.01'::money, '-1'),
    ('-92233720368547758.08'::money, '-9223372036854775808')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
