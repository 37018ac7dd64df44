import { WAITING_MAX } from '@libs/feedback';

/** Keeps the item until the end of the transaction. $2 the item. */
export const HOLD_CARD = `
  SELECT FROM feedback WHERE account_id = $1 AND id = $2 AND public IS NOT NULL AND merged_into IS NULL FOR KEY SHARE`;

/** Item $2 and its duplicates. */
const GROUP = `
  SELECT id, submitter_email FROM feedback WHERE account_id = $1 AND id = $2
  UNION ALL
  SELECT id, submitter_email FROM feedback WHERE account_id = $1 AND merged_into = $2`;

/** Whether the address $3 has confirmed that it asks for item $2. */
export const IS_CONFIRMED = `
  WITH member AS MATERIALIZED (${GROUP})
  SELECT EXISTS (
    SELECT FROM feedback_requests WHERE account_id = $1 AND address = $3 AND confirmed_at IS NOT NULL
      AND feedback_id IN (SELECT id FROM member)
  ) OR EXISTS (
    SELECT FROM member
    JOIN feedback_requests details ON details.account_id = $1 AND feedback_id = member.id AND details.id = member.id
    WHERE lower(submitter_email) = $3 AND confirmed_at IS NOT NULL
  ) AS "isConfirmed"`;

/** $2 the follower, $3 the item, $4 the name, $5 the time. */
export const ADD = `
  INSERT INTO waiting_votes (account_id, follower_id, item_id, name, created_at)
  SELECT $1, $2, $3, $4, $5
  WHERE (SELECT count(*) FROM waiting_votes WHERE account_id = $1 AND follower_id = $2) < ${WAITING_MAX}
  ON CONFLICT DO NOTHING`;

/**
 * Votes of the follower $2, with the items whose cards they count for. With OFFSET, each item is read by its ID, whatever
 * PostgreSQL expects of a table that is almost empty. `coalesce` is not leakproof, so no index would be used with it.
 */
const WITH_CARD = `
  FROM waiting_votes vote
  CROSS JOIN LATERAL (
    SELECT coalesce(merged_into, id) AS card_id FROM feedback WHERE account_id = $1 AND id = vote.item_id OFFSET 0
  ) item
  CROSS JOIN LATERAL (
    SELECT id, public FROM feedback WHERE account_id = $1 AND id = item.card_id OFFSET 0
  ) card
  WHERE vote.account_id = $1 AND vote.follower_id = $2`;

/** The cards that are public, with the name of the first vote. */
export const CARDS = `
  SELECT DISTINCT ON (card.id) card.id, card.public->>'title' AS title, vote.name ${WITH_CARD} AND card.public IS NOT NULL
  ORDER BY card.id DESC, vote.created_at, vote.item_id`;

export const LIST = `
  SELECT item_id, name, created_at FROM waiting_votes WHERE account_id = $1 AND follower_id = $2 ORDER BY item_id DESC`;

/** $3 cards. */
export const REMOVE = `
  DELETE FROM waiting_votes WHERE account_id = $1 AND follower_id = $2
    AND item_id IN (SELECT vote.item_id ${WITH_CARD} AND card.id = ANY ($3::uuid[]))`;

export const REMOVE_ALL = 'DELETE FROM waiting_votes WHERE account_id = $1 AND follower_id = $2';

/** Locks the items and their targets, in the order in which a merge does. */
export const LOCK_ITEMS = `
  SELECT id FROM feedback WHERE account_id = $1 AND id IN (SELECT unnest(ARRAY [vote.item_id, card.id]) ${WITH_CARD})
  ORDER BY id FOR NO KEY UPDATE`;

/** The accounts with votes and subscriptions that wait since before $1. */
export const ENDED_ACCOUNTS = `
  SELECT account_id FROM waiting_votes WHERE created_at < $1
  UNION
  SELECT account_id FROM followers WHERE changelog_asked_at < $1`;

/** Followers with votes or a subscription from before $2, in the order of their IDs, up to $3. */
export const LOCK_ENDED = `
  SELECT id FROM followers WHERE account_id = $1 AND id IN (
    SELECT follower_id FROM waiting_votes WHERE account_id = $1 AND created_at < $2
    UNION ALL
    SELECT id FROM followers WHERE account_id = $1 AND changelog_asked_at < $2)
  ORDER BY id LIMIT $3 FOR UPDATE`;

/** $2 followers, $3 the time. */
export const REMOVE_ENDED = `
  DELETE FROM waiting_votes WHERE account_id = $1 AND follower_id = ANY ($2::uuid[]) AND created_at < $3`;

/** As `REMOVE_ENDED`. */
export const END_SUBSCRIPTIONS = `
  UPDATE followers SET changelog_asked_at = NULL
  WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND changelog_asked_at < $3`;
