-- type xml, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('<a>é</a>'::xml, '<a>é</a>'),
    ('text'::xml, 'text')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
