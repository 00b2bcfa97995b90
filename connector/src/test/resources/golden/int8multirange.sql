-- type int8multirange, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{[1,3),[5,9)}'::int8multirange, '{[1,3),[5,9)}'),
    ('{}'::int8multirange, '{}'),
    ('{(,)}'::int8multirange, '{(,)}')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
