/**
 * The row of an item as JSON for `feedback_changes`, with the names of its tags and its assignee instead of their IDs: a
 * later name must not change an event. The triggers of `feedback` do the same.
 */
export const recordOf = (row: string): string => `
  CASE WHEN ${row}.tags IS NULL AND ${row}.assignee IS NULL THEN to_json(${row})
  ELSE with_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags, ${row}.assignee) END`;
