-- type cidr, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('10.0.0.0/8'::cidr, '10.0.0.0/8'),
    ('192.168.0.1/32'::cidr, '192.168.0.1/32'),
    ('2001:db8::/32'::cidr, '2001:db8::/32')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
