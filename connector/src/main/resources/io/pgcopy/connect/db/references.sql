-- Foreign keys: which table each relation refers to.
SELECT DISTINCT
    k.conrelid,
    n.nspname::text AS schema_name,
    c.relname::text AS table_name
FROM pg_catalog.pg_constraint AS k
JOIN pg_catalog.pg_class AS c ON c.oid = k.confrelid
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE k.contype = 'f';
