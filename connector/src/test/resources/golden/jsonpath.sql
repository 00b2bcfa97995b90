-- type jsonpath, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('$.a[*] ? (@ > 1)'::jsonpath, '$."a"[*]?(@ > 1)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
