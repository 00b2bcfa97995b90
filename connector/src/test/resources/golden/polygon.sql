-- type polygon, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('((0,0),(1,0),(1,1))'::polygon, '((0,0),(1,0),(1,1))')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
