-- How many blocks each relation and all that is below it (partitions, inheriting tables) have in their heaps, and
-- how many rows by the planner's own reckoning: the rows a block had when it was last analysed, times the blocks
-- of now; -1 where that was never done.
SELECT
    r.oid AS root,
    c.oid = r.oid AS is_root,
    COALESCE(pg_catalog.pg_relation_size(c.oid), 0) / pg_catalog.current_setting('block_size')::int AS blocks,
    CASE
        WHEN c.relkind = 'p' THEN 0
        WHEN c.relpages > 0 AND c.reltuples >= 0 THEN (
            c.reltuples / c.relpages * pg_catalog.pg_relation_size(c.oid)
            / pg_catalog.current_setting('block_size')::int
        )::bigint
        ELSE -1
    END AS row_count
FROM pg_catalog.pg_class AS r
CROSS JOIN LATERAL (
    WITH RECURSIVE below (oid) AS (
        SELECT r.oid
        UNION
        SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i JOIN below ON below.oid = i.inhparent
    )
    SELECT below.oid FROM below
) AS tree
JOIN pg_catalog.pg_class AS c ON c.oid = tree.oid
WHERE r.relkind IN ('r', 'p', 'm');
