-- type bytea, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('\x'::bytea, ''),
    ('\x00ff'::bytea, '00ff'),
    ('\xdeadbeef'::bytea, 'deadbeef')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
