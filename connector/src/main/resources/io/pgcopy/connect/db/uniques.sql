-- Unique indexes that ON CONFLICT can be told by their columns: one row each.
SELECT
    i.indrelid,
    ARRAY(
        SELECT a.attname::text
        FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, position)
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
        WHERE k.position <= i.indnkeyatts
        ORDER BY k.position
    ) AS columns
FROM pg_catalog.pg_index AS i
WHERE i.indisunique
    AND i.indisvalid
    AND i.indimmediate
    AND i.indpred IS NULL
    AND i.indexprs IS NULL;
