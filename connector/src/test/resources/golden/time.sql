-- type time, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('00:00:00'::time, '0'),
    ('23:59:59.999999'::time, '86399999999'),
    ('24:00:00'::time, '86400000000'),
    ('12:34:56.789'::time, '45296789000')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
