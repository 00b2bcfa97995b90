-- type varbit, typmod -1
COPY (
  SELECT * FROM (VALUES
    (''::varbit, ''),
    ('1'::varbit, '1'),
    ('101'::varbit, '101'),
    ('0000000011111111'::varbit, '0000000011111111'),
    ('010101010'::varbit, '010101010')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
