-- type timestamptz, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('1970-01-01 00:00:00+00'::timestamptz, '0'),
    ('2024-02-29 12:34:56.789012+00'::timestamptz, '1709210096789012'),
    ('1969-12-31 23:59:59.999999+00'::timestamptz, '-1'),
    ('infinity'::timestamptz, '9223372036854775807'),
    ('-infinity'::timestamptz, '-9223372036854775808')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
