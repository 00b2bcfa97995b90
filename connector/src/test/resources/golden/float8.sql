-- type float8, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::float8, '0.0'),
    ('-0'::float8, '-0.0'),
    ('1.5'::float8, '1.5'),
    ('0.1'::float8, '0.1'),
    ('NaN'::float8, 'NaN'),
    ('Infinity'::float8, 'Infinity'),
    ('-Infinity'::float8, '-Infinity'),
    ('1.7976931348623157e308'::float8, '1.7976931348623157E308'),
    ('5e-324'::float8, '4.9E-324')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
