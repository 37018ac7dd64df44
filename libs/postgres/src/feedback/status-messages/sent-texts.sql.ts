/** The first value of a text of `item`, before any change. */
const firstText = (name: string): string => `
  coalesce((
    SELECT json_build_array(changes->'${name}'->'from') FROM feedback_history
    WHERE account_id = $1 AND item_id = item.id AND changes->'${name}' IS NOT NULL ORDER BY position LIMIT 1
  )->>0, CASE WHEN NOT EXISTS (
    SELECT FROM feedback_history WHERE account_id = $1 AND item_id = item.id AND changes->'${name}' IS NOT NULL
  ) THEN item.${name} END)`;
/** SQL for the title of a row `item` as a visitor sent it; null if it is from elsewhere. */
export const SENT_TITLE = `CASE WHEN item.source IN ('form', 'widget') THEN ${firstText('title')} END`;
/** $2 the items. */
export const SENT_TEXTS = `
  SELECT id, ${firstText('title')} AS title, ${firstText('description')} AS description
  FROM feedback item WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND source IN ('form', 'widget')`;
