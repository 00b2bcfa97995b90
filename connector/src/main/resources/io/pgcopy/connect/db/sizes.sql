-- Bytes of heap and TOAST, without indexes: of each relation alone, and with all that is below it
-- (partitions, inheriting tables). Views and foreign tables have none. To ask for the size of a relation that somebody
-- holds for himself, or waits to, would be to wait for him: of that one the size is what it was when last analysed.
WITH held AS MATERIALIZED (
    SELECT l.relation FROM pg_catalog.pg_locks AS l
    WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' AND l.pid <> pg_catalog.pg_backend_pid()
)
SELECT
    c.oid,
    CASE
        WHEN c.oid IN (SELECT held.relation FROM held)
            THEN c.relpages * pg_catalog.current_setting('block_size')::bigint
        ELSE COALESCE(pg_catalog.pg_table_size(c.oid), 0)
    END AS own_bytes,
    (
        WITH RECURSIVE tree (oid) AS (
            SELECT c.oid
            UNION
            SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i JOIN tree ON tree.oid = i.inhparent
        )
        SELECT COALESCE(pg_catalog.sum(
            CASE
                WHEN p.oid IN (SELECT held.relation FROM held)
                    THEN p.relpages * pg_catalog.current_setting('block_size')::bigint
                ELSE pg_catalog.pg_table_size(p.oid)
            END
        ), 0)::bigint
        FROM tree
        JOIN pg_catalog.pg_class AS p ON p.oid = tree.oid
    ) AS tree_bytes
FROM pg_catalog.pg_class AS c
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f');
