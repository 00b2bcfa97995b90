-- What a role must know of each relation before it writes to it.
SELECT
    c.oid,
    pg_catalog.has_table_privilege(c.oid, 'INSERT')
        OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT') AS may_insert,
    pg_catalog.row_security_active(c.oid) AS row_security,
    -- Of itself or of a partition: which row comes first then matters.
    EXISTS (
        SELECT
        FROM pg_catalog.pg_index AS i
        WHERE i.indrelid IN (SELECT c.oid UNION SELECT t.relid FROM pg_catalog.pg_partition_tree(c.oid) AS t)
            AND (i.indisunique OR i.indisexclusion)
            AND i.indimmediate
        GROUP BY i.indrelid
        HAVING pg_catalog.count(*) > 1
    ) AS constrained_beside_key,
    -- A partitioned table has none, its partitions have one each: what any of them compresses counts.
    COALESCE(
        (
            SELECT pg_catalog.min(COALESCE(o.option_value, '0')::int)
            FROM (SELECT c.oid AS relid UNION SELECT t.relid FROM pg_catalog.pg_partition_tree(c.oid) AS t) AS tree
            JOIN pg_catalog.pg_class AS p ON p.oid = tree.relid AND p.relkind = 'r'
            LEFT JOIN LATERAL pg_catalog.pg_options_to_table(p.reloptions) AS o
                ON o.option_name = 'toast_tuple_target'
        ),
        0
    ) AS toast_tuple_target
FROM pg_catalog.pg_class AS c
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f');
