-- type pg_snapshot, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('10:20:10,14,15'::pg_snapshot, '10:20:10,14,15'),
    ('10:10:'::pg_snapshot, '10:10:')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
