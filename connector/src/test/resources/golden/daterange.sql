-- type daterange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('[2024-02-29,infinity)'::daterange, '[2024-02-29,infinity)'),
    ('["0044-03-15 BC",)'::daterange, '["0044-03-15 BC",)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
