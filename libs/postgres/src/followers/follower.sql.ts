import { FOLLOWED_MAX, type Follower, type FollowerEntry, type NewFollow } from '@libs/feedback';

export interface FollowerRow {
  readonly id: string;
  readonly email: string;
  readonly language: string | null;
  readonly confirmed_at: Date | null;
  readonly no_mail_at: Date | null;
  readonly changelog_at: Date | null;
  readonly changelog_asked_at: Date | null;
  readonly generation: string;
  readonly messages: readonly Date[];
  readonly created_at: Date;
}

export const FOLLOWER_COLUMNS =
  'id, email, language, confirmed_at, no_mail_at, changelog_at, changelog_asked_at, generation, messages, created_at';

/** Applies `newFollower` or `followingAgain`, and locks the row. $2 to $7 as `followValues`. */
export const UPSERT = `
  INSERT INTO followers AS known (account_id, id, email, language, confirmed_at, generation, created_at)
  VALUES ($1, $2, lower($3), $4, $5, $6, $7)
  ON CONFLICT (account_id, email) DO UPDATE SET language = coalesce(excluded.language, known.language),
    confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at)
  RETURNING ${FOLLOWER_COLUMNS}`;

export const followValues = (accountId: string, follow: NewFollow): unknown[] => [
  accountId,
  follow.id,
  follow.email,
  follow.language,
  follow.isConfirmed ? follow.at : null,
  follow.generation,
  follow.at,
];

/** Keeps the item until the end of the transaction. $2 the item. */
export const HOLD_ITEM = 'SELECT FROM feedback WHERE account_id = $1 AND id = $2 FOR KEY SHARE';

/** Whether the follower $2 can follow one more item. Reads at most as many rows as it follows. */
const HAS_ROOM = `(SELECT count(*) FROM followed_items WHERE account_id = $1 AND follower_id = $2) < ${FOLLOWED_MAX}`;

/** $2 the follower, $3 the item, $4 the time. */
export const FOLLOW = `
  INSERT INTO followed_items (account_id, follower_id, item_id, created_at)
  SELECT $1, $2, $3, $4 WHERE ${HAS_ROOM} ON CONFLICT DO NOTHING`;

/** $2 the follower, $3 the item, $4 since when it is followed if it was not, $5 since when it is stopped. */
export const SET_STOPPED = `
  INSERT INTO followed_items AS known (account_id, follower_id, item_id, created_at, stopped_at)
  SELECT $1, id, $3, $4, $5::timestamptz FROM followers WHERE account_id = $1 AND id = $2
    AND (${HAS_ROOM} OR EXISTS (SELECT FROM followed_items WHERE account_id = $1 AND follower_id = $2 AND item_id = $3))
  ON CONFLICT (account_id, follower_id, item_id) DO UPDATE
    SET stopped_at = CASE WHEN excluded.stopped_at IS NOT NULL THEN coalesce(known.stopped_at, excluded.stopped_at) END`;

export const FIND = `SELECT ${FOLLOWER_COLUMNS} FROM followers WHERE account_id = $1 AND id = $2`;
export const FIND_BY_EMAIL = `SELECT ${FOLLOWER_COLUMNS} FROM followers WHERE account_id = $1 AND email = lower($2)`;
export const LIST_ALL = `
  SELECT ${FOLLOWER_COLUMNS}, (
    SELECT coalesce(json_agg(json_build_array(item_id, item.created_at, stopped_at)
      ORDER BY item.created_at DESC, item_id DESC), '[]')
    FROM followed_items item WHERE item.account_id = $1 AND follower_id = followers.id
  ) AS items, (
    SELECT coalesce(json_agg(json_build_array(item_id, name, vote.created_at) ORDER BY item_id DESC), '[]')
    FROM waiting_votes vote WHERE vote.account_id = $1 AND follower_id = followers.id
  ) AS votes
  FROM followers WHERE account_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`;
export const LIST_ITEMS = `
  SELECT item_id, created_at, stopped_at FROM followed_items WHERE account_id = $1 AND follower_id = $2
  ORDER BY created_at DESC, item_id DESC LIMIT $3`;

/** $2 the follower; the others as `changedValues`. */
export const UPDATE = `
  UPDATE followers SET language = $3, confirmed_at = $4, no_mail_at = $5, changelog_at = $6, changelog_asked_at = $7,
    generation = $8, messages = $9
  WHERE account_id = $1 AND id = $2`;

export const changedValues = (follower: Follower): unknown[] => [
  follower.accountId,
  follower.id,
  follower.language,
  follower.confirmed_at,
  follower.no_mail_at,
  follower.changelog_at,
  follower.changelog_asked_at,
  follower.generation,
  follower.messages,
];

export const REMOVE = 'DELETE FROM followers WHERE account_id = $1 AND email = lower($2) RETURNING id';

/** Those of $2 that are not confirmed, and have nothing (`FollowerRepository.removeUnused`). */
export const REMOVE_UNUSED = `
  DELETE FROM followers WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND confirmed_at IS NULL AND no_mail_at IS NULL
    AND changelog_asked_at IS NULL
    AND NOT EXISTS (SELECT FROM followed_items WHERE account_id = $1 AND follower_id = followers.id)
    AND NOT EXISTS (SELECT FROM waiting_votes WHERE account_id = $1 AND follower_id = followers.id)`;

/** The messages to one follower, so that they can be dropped. */
export const topicOf = (followerId: string): string => `follower ${followerId}`;

/** $1 a topic, $2 the account. */
export const DROP_MESSAGES = `DELETE FROM mail_outbox WHERE topic = $1 AND account_id = $2 AND status = 'pending'`;

/** Messages about the status of item $3, or of the one that it is merged into, that wait. $2 a topic. */
export const DROP_STATUS_UPDATES = `
  DELETE FROM mail_outbox WHERE account_id = $1 AND topic = $2 AND status = 'pending' AND about IN (
    SELECT message.id FROM status_messages message JOIN feedback item
      ON item.account_id = $1 AND message.feedback_id IN (item.id, item.merged_into)
    WHERE message.account_id = $1 AND item.id = $3)`;

/** Messages about entries of the changelog that wait. $2 a topic. */
export const DROP_ENTRY_MESSAGES = `
  DELETE FROM mail_outbox WHERE account_id = $1 AND topic = $2 AND status = 'pending' AND about IN (
    SELECT id FROM status_messages WHERE account_id = $1 AND entry_id IS NOT NULL AND state IN ('sending', 'sent'))`;

export const followerOf = (accountId: string, row: FollowerRow): Follower => ({
  accountId,
  id: row.id,
  email: row.email,
  language: row.language,
  confirmed_at: row.confirmed_at && row.confirmed_at.toISOString(),
  no_mail_at: row.no_mail_at && row.no_mail_at.toISOString(),
  changelog_at: row.changelog_at && row.changelog_at.toISOString(),
  changelog_asked_at: row.changelog_asked_at && row.changelog_asked_at.toISOString(),
  generation: row.generation,
  messages: row.messages.map((at) => at.toISOString()),
  created_at: row.created_at.toISOString(),
});

/** A follower with what it follows, and its votes, as JSON. */
export interface EntryRow extends FollowerRow {
  readonly items: readonly (readonly [itemId: string, createdAt: string, stoppedAt: string | null])[];
  readonly votes: readonly (readonly [itemId: string, name: string | null, createdAt: string])[];
}

export const entryOf = (accountId: string, row: EntryRow): FollowerEntry => ({
  follower: followerOf(accountId, row),
  items: row.items.map(([feedback_id, createdAt, stoppedAt]) => ({
    feedback_id,
    created_at: new Date(createdAt).toISOString(),
    stopped_at: stoppedAt && new Date(stoppedAt).toISOString(),
  })),
  votes: row.votes.map(([feedback_id, name, createdAt]) => ({
    feedback_id,
    name,
    created_at: new Date(createdAt).toISOString(),
  })),
});
