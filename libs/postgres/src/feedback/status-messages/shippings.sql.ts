/** What said that an item is shipped: a message about the status, or about an entry of the changelog. */
type Told = 'status' | 'entry';

/** Since when a row `target` of an item is shipped; null if it is not. */
const SHIPPED_SINCE = `CASE WHEN target.status = 'shipped' THEN coalesce((
  SELECT max(at) FROM feedback_history WHERE account_id = $1 AND item_id = target.id AND status_to = 'shipped'
), '-infinity') END`;

/** Items that are not merged, and since when they are shipped. @param targets rows with `id` and `status` */
export const shippedSince = (targets: string): string =>
  `SELECT target.id, ${SHIPPED_SINCE} AS shipped_since FROM (${targets}) target`;

/** These items, and their duplicates, each with `shipped_since` of the item. */
export const membersOf = (targets: string): string => `
  SELECT member.id, shipped_since FROM (${shippedSince(targets)}) target
  CROSS JOIN LATERAL (
    SELECT target.id
    UNION ALL
    SELECT id FROM feedback WHERE account_id = $1 AND merged_into = target.id
  ) member`;

/** Whether the follower of a row of `followed_items` was not told that the item, or its target, is shipped. */
export const isNotTold = (by: Told): string => `NOT coalesce(told_by_${by}_at >= shipped_since, false)`;

/**
 * Records that the followers $2 are told now, $3, for all that they follow of the targets.
 * @param isTarget of a `target_id`
 */
export const recordTold = (by: Told, isTarget: string): string => `
  UPDATE followed_items followed SET told_by_${by}_at = $3 FROM unnest($2::uuid[]) AS person (person_id)
  CROSS JOIN LATERAL (
    SELECT item_id FROM followed_items WHERE account_id = $1 AND follower_id = person_id OFFSET 0
  ) own
  CROSS JOIN LATERAL (
    SELECT coalesce(merged_into, id) AS target_id FROM feedback WHERE account_id = $1 AND id = own.item_id OFFSET 0
  ) item
  WHERE followed.account_id = $1 AND followed.follower_id = person_id AND followed.item_id = own.item_id
    AND target_id ${isTarget}`;
