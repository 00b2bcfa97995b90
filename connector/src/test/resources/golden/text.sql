-- type text, typmod -1
COPY (
  SELECT * FROM (VALUES
    (''::text, ''),
    ('abc'::text, 'abc'),
    ('é'::text, 'é'),
    ('𝄞'::text, '𝄞'),
    (' a	b
'::text, ' a	b
'),
    ('�'::text, '�')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
