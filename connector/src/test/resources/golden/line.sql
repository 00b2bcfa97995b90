-- type line, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('{1,-2,3.5}'::line, '{1,-2,3.5}')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
