-- type bit, typmod 8
COPY (
  SELECT * FROM (VALUES
    ('10100000'::bit(8), '10100000'),
    ('00000001'::bit(8), '00000001')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
