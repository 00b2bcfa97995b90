-- type json, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{"a": 1,  "a":2}'::json, '{"a": 1,  "a":2}'),
    ('null'::json, 'null'),
    ('""'::json, '""'),
    ('[1, {}]'::json, '[1, {}]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
