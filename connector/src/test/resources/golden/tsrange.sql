-- type tsrange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('["2024-02-29 12:34:56.789",)'::tsrange, '["2024-02-29 12:34:56.789000",)'),
    ('(-infinity,"1999-01-01 00:00:00"]'::tsrange, '(-infinity,"1999-01-01 00:00:00"]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
