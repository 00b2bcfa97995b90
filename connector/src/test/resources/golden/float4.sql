-- type float4, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('0'::float4, '0.0'),
    ('-0'::float4, '-0.0'),
    ('1.5'::float4, '1.5'),
    ('0.1'::float4, '0.1'),
    ('NaN'::float4, 'NaN'),
    ('Infinity'::float4, 'Infinity'),
    ('-Infinity'::float4, '-Infinity'),
    ('3.4028235e38'::float4, '3.4028235E38'),
    ('1e-45'::float4, '1.4E-45')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
