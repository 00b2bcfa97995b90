-- type citext, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('AbC'::citext, 'AbC')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
