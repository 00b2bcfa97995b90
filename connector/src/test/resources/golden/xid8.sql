-- type xid8, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::xid8, '0'),
    ('9223372036854775807'::xid8, '9223372036854775807')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
