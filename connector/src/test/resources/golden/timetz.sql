-- type timetz, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('12:00:00+02'::timetz, '12:00:00+02:00'),
    ('24:00:00-05:30'::timetz, '24:00:00-05:30'),
    ('00:00:00.000001+00'::timetz, '00:00:00.000001+00:00'),
    ('12:00:00-00:00:30'::timetz, '12:00:00-00:00:30'),
    ('23:59:59.999999+15:59'::timetz, '23:59:59.999999+15:59')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
