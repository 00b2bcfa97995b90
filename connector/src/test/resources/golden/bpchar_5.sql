-- type bpchar, typmod 9
COPY (
  SELECT * FROM (VALUES
    ('ab'::char(5), 'ab   '),
    (''::char(5), '     '),
    ('abcde'::char(5), 'abcde')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
