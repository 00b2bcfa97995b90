-- type int4range, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('[1,10)'::int4range, '[1,10)'),
    ('[1,9]'::int4range, '[1,10)'),
    ('empty'::int4range, 'empty'),
    ('(,)'::int4range, '(,)'),
    ('(,5]'::int4range, '(,6)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
