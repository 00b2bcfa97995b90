-- type regclass, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('pg_class'::regclass, '1259')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
