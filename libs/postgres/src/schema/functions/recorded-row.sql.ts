/**
 * The row of an item as JSON for `feedback_changes`, with the names of its tags and its assignee instead of their IDs: a
 * later name must not change an event.
 */
export const recordOf = (row: string): string => `
  CASE WHEN ${row}.tags IS NULL AND ${row}.assignee IS NULL THEN to_json(${row})
  ELSE with_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags, ${row}.assignee) END`;

/** Not in SQL, because PostgreSQL would prepare the subqueries for each row without names, too. */
export const WITH_NAMES = `
  CREATE OR REPLACE FUNCTION with_names(item jsonb, account uuid, tag_ids uuid[], member uuid) RETURNS json
  LANGUAGE plpgsql STABLE AS $$
  BEGIN
    IF tag_ids IS NOT NULL THEN
      item := item || jsonb_build_object('tags', ARRAY (
        SELECT tag.name FROM tags tag WHERE tag.account_id = account AND tag.id = ANY (tag_ids) ORDER BY tag.key
      ));
    END IF;
    IF member IS NOT NULL THEN
      item := item || jsonb_build_object('assignee', (
        SELECT jsonb_build_object('id', member, 'name', name) FROM (
          SELECT name FROM memberships JOIN people ON people.id = person_id
          WHERE account_id = account AND person_id = member
          UNION ALL
          SELECT name FROM former_members WHERE account_id = account AND person_id = member
        ) known LIMIT 1
      ));
    END IF;
    RETURN item;
  END $$`;
