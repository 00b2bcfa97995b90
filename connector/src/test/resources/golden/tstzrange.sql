-- type tstzrange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('["2024-02-29 12:34:56+02",)'::tstzrange, '["2024-02-29 10:34:56+00",)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
