-- Types with what they are made of. typelem counts for true arrays only: name, point and the vectors have one too.
SELECT
    t.oid,
    n.nspname,
    t.typname,
    t.typtype,
    CASE WHEN e.typarray = t.oid THEN e.oid ELSE 0 END AS element,
    t.typbasetype,
    t.typtypmod,
    pg_catalog.format_type(COALESCE(NULLIF(t.typbasetype, 0), t.oid), t.typtypmod) AS declared_base,
    COALESCE(r.rngsubtype, 0) AS subtype,
    COALESCE(m.rngtypid, 0) AS multirange_of,
    ARRAY(
        SELECT l.enumlabel::text FROM pg_catalog.pg_enum AS l WHERE l.enumtypid = t.oid ORDER BY l.enumsortorder
    ) AS labels,
    ARRAY(
        SELECT a.attname::text FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    ) AS attribute_names,
    ARRAY(
        SELECT a.atttypid::bigint::text FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    ) AS attribute_types,
    ARRAY(
        SELECT a.atttypmod::text FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    ) AS attribute_typmods,
    ARRAY(
        SELECT pg_catalog.format_type(a.atttypid, a.atttypmod) FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    ) AS attribute_declared_types
FROM pg_catalog.pg_type AS t
JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace
LEFT JOIN pg_catalog.pg_type AS e ON e.oid = t.typelem
LEFT JOIN pg_catalog.pg_range AS r ON r.rngtypid = t.oid
LEFT JOIN pg_catalog.pg_range AS m ON m.rngmultitypid = t.oid
ORDER BY t.oid;
