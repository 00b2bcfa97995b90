-- type tsvector, typmod -1
COPY (
  SELECT * FROM (VALUES
    (''::tsvector, ''),
    ('''cat'':3A,5 dog'::tsvector, '''cat'':3A,5 ''dog'''),
    ('''it''''s'':1B,2C,16383 ''a\\b'' ''x y'''::tsvector, '''a\\b'' ''it''''s'':1B,2C,16383 ''x y''')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
