-- What of each table decides whether a row may be replaced by a delete and an insert.
SELECT
    c.oid,
    EXISTS (
        SELECT FROM pg_catalog.pg_constraint AS k
        WHERE k.contype = 'f' AND k.confrelid = c.oid
    ) AS referenced,
    EXISTS (
        SELECT FROM pg_catalog.pg_trigger AS t
        WHERE NOT t.tgisinternal
            AND t.tgenabled <> 'D'
            AND (t.tgrelid = c.oid OR t.tgrelid IN (SELECT p.relid FROM pg_catalog.pg_partition_tree(c.oid) AS p))
    ) AS triggers,
    pg_catalog.has_table_privilege(c.oid, 'DELETE') AS deletable,
    ARRAY(
        SELECT a.attname::text
        FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ) AS columns
FROM pg_catalog.pg_class AS c
WHERE c.relkind IN ('r', 'p', 'f');
