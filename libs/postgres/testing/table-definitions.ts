/** Each table as text: columns, constraints, indexes, policies, and triggers. Partitions of events come and go. */
export const TABLE_DEFINITIONS = `
  WITH tables AS (
    SELECT oid, relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname !~ '^(migrations$|events_)'
  ), parts AS (
    SELECT attrelid AS oid, 1 AS place, attnum AS number, concat_ws(' ', '  ' || attname, format_type(atttypid, atttypmod),
      CASE WHEN attcollation <> typcollation THEN 'COLLATE "' || collname || '"' END,
      CASE WHEN attnotnull THEN 'NOT NULL' END,
      CASE WHEN attidentity <> '' THEN 'GENERATED ALWAYS AS IDENTITY' ELSE 'DEFAULT ' || pg_get_expr(adbin, adrelid) END) AS line
    FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT conrelid, 2, 0, '  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype <> 'n'
    UNION ALL
    SELECT indrelid, 3, 0, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
    UNION ALL
    SELECT polrelid, 4, 0, concat_ws(' ', 'CREATE POLICY ' || polname,
      CASE WHEN polpermissive THEN 'AS PERMISSIVE' ELSE 'AS RESTRICTIVE' END,
      'FOR ' || CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      'USING (' || pg_get_expr(polqual, polrelid) || ')', 'WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')')
    FROM pg_policy
    UNION ALL
    SELECT tgrelid, 5, 0, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  )
  SELECT concat_ws(E'\\n', concat_ws(' ', 'TABLE ' || name,
    (SELECT nullif(concat_ws(', ', CASE relpersistence WHEN 'u' THEN 'UNLOGGED' END,
      CASE WHEN relforcerowsecurity AND relrowsecurity THEN 'FORCE ROW LEVEL SECURITY' END,
      'PARTITION BY ' || pg_get_partkeydef(oid), array_to_string(reloptions, ', ')), '')
     FROM pg_class WHERE pg_class.oid = tables.oid)),
    string_agg(line, E'\\n' ORDER BY place, number, line COLLATE "C"), '') AS definition
  FROM tables JOIN parts USING (oid) GROUP BY name, tables.oid ORDER BY name COLLATE "C"`;
