-- type circle, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('<(1,2),3>'::circle, '<(1,2),3>')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
