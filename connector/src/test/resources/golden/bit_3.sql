-- type bit, typmod 3
COPY (
  SELECT * FROM (VALUES
    ('101'::bit(3), '101')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
