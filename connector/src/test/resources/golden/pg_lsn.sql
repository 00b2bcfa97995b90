-- type pg_lsn, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('16/B374D848'::pg_lsn, '16/B374D848'),
    ('0/0'::pg_lsn, '0/0'),
    ('FFFFFFFF/FFFFFFFF'::pg_lsn, 'FFFFFFFF/FFFFFFFF')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
