-- type int2, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::int2, '0'),
    ('-2'::int2, '-2'),
    ('32767'::int2, '32767'),
    ('-32768'::int2, '-32768')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
