-- type _text, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{"a,b",NULL,"","NULL"}'::text[], '[a,b, null, , NULL]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
