-- type int8, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::int8, '0'),
    ('-1'::int8, '-1'),
    ('9223372036854775807'::int8, '9223372036854775807'),
    ('-9223372036854775808'::int8, '-9223372036854775808')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
