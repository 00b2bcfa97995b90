-- type numrange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('(1.10,2.0]'::numrange, '(1.10,2.0]'),
    ('[-Infinity,NaN)'::numrange, '[-Infinity,NaN)'),
    ('[12345678901234567890.1230,)'::numrange, '[12345678901234567890.1230,)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
