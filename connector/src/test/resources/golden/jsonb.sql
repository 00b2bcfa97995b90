-- type jsonb, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{"b":1,"a":1.10}'::jsonb, '{"a": 1.10, "b": 1}'),
    ('null'::jsonb, 'null'),
    ('""'::jsonb, '""'),
    ('[1, {}]'::jsonb, '[1, {}]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
