-- Bytes of heap and TOAST, without indexes: of each relation alone, and with all that is below it
-- (partitions, inheriting tables). Views and foreign tables have none.
SELECT
    c.oid,
    COALESCE(pg_catalog.pg_table_size(c.oid), 0) AS own_bytes,
    (
        WITH RECURSIVE tree (oid) AS (
            SELECT c.oid
            UNION
            SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i JOIN tree ON tree.oid = i.inhparent
        )
        SELECT COALESCE(SUM(pg_catalog.pg_table_size(tree.oid)), 0)::bigint FROM tree
    ) AS tree_bytes
FROM pg_catalog.pg_class AS c
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f');
