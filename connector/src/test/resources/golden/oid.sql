-- type oid, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::oid, '0'),
    ('4294967295'::oid, '4294967295')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
