-- type ltree, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('a.b.c'::ltree, 'a.b.c'),
    (''::ltree, '')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
