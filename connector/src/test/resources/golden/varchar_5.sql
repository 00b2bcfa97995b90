-- type varchar, typmod 9
COPY (
  SELECT * FROM (VALUES
    (''::varchar(5), ''),
    ('abcde'::varchar(5), 'abcde'),
    ('𝄞𝄞𝄞𝄞𝄞'::varchar(5), '𝄞𝄞𝄞𝄞𝄞')
  ) AS golden (value, expected)
) TO STDOUT (FORMAT binary);
