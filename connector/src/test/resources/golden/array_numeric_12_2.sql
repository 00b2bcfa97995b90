-- type _numeric, typmod 786438
COPY (
  SELECT * FROM (VALUES
    ('{1.10,2}'::numeric(12,2)[], '[1.10, 2.00]')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
