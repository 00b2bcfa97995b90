-- type macaddr, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('08:00:2b:01:02:03'::macaddr, '08:00:2b:01:02:03'),
    ('FF-FF-FF-FF-FF-FF'::macaddr, 'ff:ff:ff:ff:ff:ff')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
