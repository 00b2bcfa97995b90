-- type hstore, typmod -1
COPY (
  SELECT * FROM (VALUES
    (''::hstore, '{}'),
    ('a=>1, b=>NULL, ""=>""'::hstore, '{=, a=1, b=null}')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
