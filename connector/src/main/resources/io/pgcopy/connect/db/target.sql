-- What a role must know of each relation before it writes to it.
SELECT
    c.oid,
    pg_catalog.has_table_privilege(c.oid, 'INSERT')
        OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT') AS may_insert,
    pg_catalog.row_security_active(c.oid) AS row_security
FROM pg_catalog.pg_class AS c
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f');
