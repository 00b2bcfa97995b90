-- type interval, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('1 mon 2 days 00:00:00.000003'::interval, 'P1M2DT0.000003S'),
    ('1 mon -1 day 00:00:01.5'::interval, 'P1M-1DT1.5S'),
    ('-00:00:00.000001'::interval, 'PT-0.000001S'),
    ('30 days'::interval, 'P30D'),
    ('1 month'::interval, 'P1M'),
    ('838:59:58.999999'::interval, 'PT838H59M58.999999S'),
    ('0'::interval, 'PT0S'),
    ('-1 year -2 mons +3 days -04:05:06'::interval, 'P-1Y-2M3DT-4H-5M-6S'),
    ('178956970 years 7 mons'::interval, 'P178956970Y7M'),
    ('-2147483648 days'::interval, 'P-2147483648D')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
