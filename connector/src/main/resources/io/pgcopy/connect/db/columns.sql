-- Live columns of all relations that hold rows, in attnum order, with their place in the primary key.
SELECT
    n.nspname,
    c.relname,
    a.attrelid,
    a.attnum,
    a.attname,
    a.atttypid,
    a.atttypmod,
    pg_catalog.format_type(a.atttypid, a.atttypmod) AS declared_type,
    a.attnotnull,
    (a.atthasdef AND a.attgenerated = '') OR a.attidentity <> '' OR t.typdefault IS NOT NULL AS has_default,
    a.attgenerated <> '' AS is_generated,
    COALESCE(NOT co.collisdeterministic, false) AS is_loose,
    pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') AS may_select,
    COALESCE(pg_catalog.array_position((i.indkey::int2[])[0:i.indnkeyatts - 1], a.attnum), -1) AS key_position
FROM pg_catalog.pg_attribute AS a
JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_collation AS co ON co.oid = a.attcollation
LEFT JOIN pg_catalog.pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
WHERE a.attnum > 0
    AND NOT a.attisdropped
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
ORDER BY a.attrelid, a.attnum;
