-- type tsquery, typmod -1
COPY (
  SELECT * FROM (VALUES
    ('a'::tsquery, '''a'''),
    ('a & b'::tsquery, '''a'' & ''b'''),
    ('a & !b | c'::tsquery, '''a'' & !''b'' | ''c'''),
    ('(a | b) & c'::tsquery, '( ''a'' | ''b'' ) & ''c'''),
    ('a <-> (b <2> c)'::tsquery, '''a'' <-> ( ''b'' <2> ''c'' )'),
    ('''it''''s'':*AB & !(x <-> y)'::tsquery, '''it''''s'':*AB & !( ''x'' <-> ''y'' )'),
    ('a & (b & c)'::tsquery, '''a'' & ( ''b'' & ''c'' )'),
    ('!!a'::tsquery, '!!''a''')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
