-- type uuid, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('550E8400-e29b-41d4-a716-446655440000'::uuid, '550e8400-e29b-41d4-a716-446655440000'),
    ('{ffffffff-ffff-ffff-ffff-ffffffffffff}'::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
