-- type timestamp, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('1970-01-01 00:00:00'::timestamp, '0'),
    ('2000-01-01 00:00:00'::timestamp, '946684800000000'),
    ('1999-12-31 23:59:59.999999'::timestamp, '946684799999999'),
    ('1754-08-30 22:43:41.129'::timestamp, '-6795364578871000'),
    ('2024-03-10 02:30:00'::timestamp, '1710037800000000'),
    ('4713-01-01 00:00:00 BC'::timestamp, '-210863520000000000'),
    ('294246-12-31 23:59:59.999999'::timestamp, '9223371244799999999'),
    ('infinity'::timestamp, '9223372036854775807'),
    ('-infinity'::timestamp, '-9223372036854775808')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
