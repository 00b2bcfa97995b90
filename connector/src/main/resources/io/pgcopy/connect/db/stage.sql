-- Columns of the session's staging table that the server would compress.
SELECT a.attname
FROM pg_catalog.pg_attribute AS a
WHERE a.attrelid = pg_catalog.to_regclass('pg_temp.pgcopy_stage')
    AND a.attnum > 0
    AND a.attstorage = 'x'
ORDER BY a.attnum;
