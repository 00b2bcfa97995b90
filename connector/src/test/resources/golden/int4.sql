-- type int4, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::int4, '0'),
    ('-1'::int4, '-1'),
    ('2147483647'::int4, '2147483647'),
    ('-2147483648'::int4, '-2147483648')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
