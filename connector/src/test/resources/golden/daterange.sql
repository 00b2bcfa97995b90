-- type daterange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('[2024-02-29,infinity)'::daterange, '[2024-02-29,infinity)'),
    ('["0044-03-15 BC",)'::daterange, '["0044-03-15 BC",)'),
    ('(-infinity,5874897-12-31)'::daterange, '(-infinity,5874897-12-31)'),
    ('[4713-01-01 BC,0001-01-01)'::daterange, '["4713-01-01 BC",0001-01-01)'),
    ('[10000-01-01,infinity]'::daterange, '[10000-01-01,infinity]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
