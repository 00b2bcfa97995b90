-- type macaddr8, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('08:00:2b:01:02:03:04:05'::macaddr8, '08:00:2b:01:02:03:04:05'),
    ('08002b010203'::macaddr8, '08:00:2b:ff:fe:01:02:03')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
