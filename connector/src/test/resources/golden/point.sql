-- type point, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('(1.5,-2)'::point, '(1.5,-2)'),
    ('(NaN,Infinity)'::point, '(NaN,Infinity)'),
    ('(1e300,1e-300)'::point, '(1E300,1E-300)')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
