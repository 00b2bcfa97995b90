-- type _int4, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{}'::int4[], '[]'),
    ('{1,NULL,3}'::int4[], '[1, null, 3]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
