-- type tid, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('(1,2)'::tid, '(1,2)'),
    ('(4294967295,65535)'::tid, '(4294967295,65535)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
