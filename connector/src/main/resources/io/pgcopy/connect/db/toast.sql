-- What a column without a compression of its own is compressed with, who decided that, and whether the server
-- can do better.
SELECT
    s.setting AS method,
    s.source <> 'default' AS chosen,
    'lz4' = ANY (s.enumvals) AS has_lz4
FROM pg_catalog.pg_settings AS s
WHERE s.name = 'default_toast_compression';
