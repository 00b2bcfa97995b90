-- Relations that hold rows and are not the server's own, one row each.
SELECT
    n.nspname,
    c.relname,
    c.oid,
    c.relkind,
    c.relpersistence,
    c.relispartition,
    pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND pg_catalog.has_table_privilege(c.oid, 'SELECT') AS may_select,
    pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') AS may_select_some,
    -- tableoid, which a view does not have.
    coalesce(pg_catalog.has_column_privilege(c.oid, CAST(-6 AS smallint), 'SELECT'), false) AS may_tell_apart,
    pg_catalog.row_security_active(c.oid) AS filtered,
    ARRAY(
        SELECT i.inhparent::bigint::text FROM pg_catalog.pg_inherits AS i WHERE i.inhrelid = c.oid ORDER BY i.inhseqno
    ) AS parents
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND n.nspname NOT LIKE 'pg\_toast\_temp\_%'
ORDER BY n.nspname, c.relname;
