/**
 * The row of an item as JSON for `feedback_changes`, with the names of its tags instead of their IDs: a later name must
 * not change an event. The triggers of `feedback` do the same.
 */
export const recordOf = (row: string): string => `
  CASE WHEN ${row}.tags IS NULL THEN to_json(${row})
  ELSE (to_jsonb(${row}) || jsonb_build_object('tags', ARRAY (
    SELECT tag.name FROM tags tag WHERE tag.account_id = ${row}.account_id AND tag.id = ANY (${row}.tags) ORDER BY tag.key
  )))::json END`;
