-- type tstzrange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('["2024-02-29 12:34:56+02",)'::tstzrange, '["2024-02-29 10:34:56+00",)'),
    ('[-infinity,infinity)'::tstzrange, '[-infinity,infinity)'),
    ('[1969-12-31 23:59:59.999999+00,1970-01-01 00:00:00.000001+00]'::tstzrange, '["1969-12-31 23:59:59.999999+00","1970-01-01 00:00:00.000001+00"]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
