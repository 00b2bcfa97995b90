-- How the columns of a table, and of each of its partitions, are stored. A table that is not partitioned is
-- the only one under its name; of a partitioned one the root and every partition below it are there.
SELECT
    r.oid AS root,
    n.nspname,
    c.relname,
    c.relkind = 'p' AS is_partitioned,
    a.attname,
    (
        -- A domain may be of a domain.
        WITH RECURSIVE carried AS (
            SELECT t.oid, t.typbasetype
            UNION ALL
            SELECT b.oid, b.typbasetype FROM carried
            JOIN pg_catalog.pg_type AS b ON b.oid = carried.typbasetype
        )
        SELECT carried.oid FROM carried WHERE carried.typbasetype = 0
    ) AS carried_type,
    a.attstorage,
    a.attcompression,
    pg_catalog.pg_has_role(c.relowner, 'USAGE') AS owned
FROM pg_catalog.pg_class AS r
CROSS JOIN LATERAL (
    SELECT r.oid AS oid
    UNION
    SELECT t.relid FROM pg_catalog.pg_partition_tree(r.oid) AS t
) AS tree
JOIN pg_catalog.pg_class AS c ON c.oid = tree.oid AND c.relkind IN ('r', 'p')
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
WHERE r.relkind IN ('r', 'p')
ORDER BY r.oid, c.oid <> r.oid, c.oid, a.attnum;
