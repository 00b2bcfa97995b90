-- Unique indexes that ON CONFLICT can be told by their columns: one row each.
SELECT
    i.indrelid,
    ARRAY(
        SELECT a.attname::text
        FROM pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, position)
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
        WHERE k.position <= i.indnkeyatts
        ORDER BY k.position
    ) AS columns,
    -- Servers before 15 have no such column, and no such index.
    coalesce((pg_catalog.to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false) AS nulls_equal
FROM pg_catalog.pg_index AS i
WHERE i.indisunique
    AND i.indisvalid
    AND i.indimmediate
    AND i.indpred IS NULL
    AND i.indexprs IS NULL;
