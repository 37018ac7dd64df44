import { tagKey, type Tag, type TagColor } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { tagKeys } from '../items/feedback.schema';
import { notMerged } from '../lists/filter.sql';

const COLUMNS = 'id, name, color';
export type TagRow = [id: string, name: string, color: TagColor];
export type CountedTagRow = [...TagRow, count: string];

const COUNTED = `
  SELECT ${COLUMNS}, (
    SELECT count(*) FROM feedback_tags item
    WHERE ${['item.account_id = $1', 'item.tag_id = tag.id', ...notMerged({}, 'item')].join(' AND ')}
  )
  FROM tags tag WHERE account_id = $1`;

const LIST = `${COUNTED} ORDER BY key`;
const COUNT_ONE = `${COUNTED} AND id = $2`;

export const listTagsStatement = (accountId: string): QueryArrayConfig => rowsOf(LIST, [accountId]);

export const countTagStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(COUNT_ONE, [accountId, id]);

const FIND = `SELECT ${COLUMNS} FROM tags WHERE account_id = $1 AND key = ANY ($2::text[])`;

export const findTagsStatement = (accountId: string, names: readonly string[]): QueryArrayConfig =>
  rowsOf(FIND, [accountId, tagKeys(names)]);

const READ = `SELECT ${COLUMNS} FROM tags WHERE account_id = $1 AND id = $2`;

export const readTagStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(READ, [accountId, id]);

/** Held while tags are created and renamed, so that the limit and the unique names need no second attempt. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('tags ' || $1, 0))`;

export const lockTagsStatement = (accountId: string): QueryArrayConfig => rowsOf(LOCK, [accountId]);

const COUNT_ALL = `SELECT count(*) FROM tags WHERE account_id = $1`;

export const countTagsStatement = (accountId: string): QueryArrayConfig => rowsOf(COUNT_ALL, [accountId]);

const INSERT = `
  INSERT INTO tags (account_id, ${COLUMNS}, key)
  SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[])`;

export const insertTagsStatement = (accountId: string, tags: readonly Tag[]): QueryArrayConfig =>
  rowsOf(INSERT, [
    accountId,
    tags.map(({ id }) => id),
    tags.map(({ name }) => name),
    tags.map(({ color }) => color),
    tags.map(({ name }) => tagKey(name)),
  ]);

const UPDATE = `UPDATE tags SET name = $3, key = $4, color = $5 WHERE account_id = $1 AND id = $2`;

export const updateTagStatement = (accountId: string, { id, name, color }: Tag): QueryArrayConfig =>
  rowsOf(UPDATE, [accountId, id, name, tagKey(name), color]);

/** Waits for writers that are giving the tag to an item. */
const LOCK_TAG = `SELECT id FROM tags WHERE account_id = $1 AND id = $2 FOR UPDATE`;

export const lockTagStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(LOCK_TAG, [accountId, id]);

const DELETE = `DELETE FROM tags WHERE account_id = $1 AND id = $2`;

export const deleteTagStatement = (accountId: string, id: string): QueryArrayConfig =>
  rowsOf(DELETE, [accountId, id]);

/**
 * Replaces a tag ($2) with another ($3), or removes it if $3 is null, in a chunk of $4 items. Locks them in the order of
 * their IDs, like a batch. Changes no version, so nothing is recorded.
 */
const RETAG_CHUNK = `
  WITH chunk AS MATERIALIZED (
    SELECT id FROM feedback
    WHERE account_id = $1 AND id = ANY (ARRAY (
      SELECT id FROM feedback_tags WHERE account_id = $1 AND tag_id = $2 ORDER BY id LIMIT $4
    ))
    ORDER BY id FOR UPDATE
  )
  UPDATE feedback SET tags = (
    SELECT array_agg(DISTINCT one ORDER BY one)
    FROM unnest(CASE WHEN $3::uuid IS NULL THEN array_remove(tags, $2::uuid) ELSE array_replace(tags, $2, $3) END) one
  )
  FROM chunk WHERE account_id = $1 AND feedback.id = chunk.id`;

export const retagChunkStatement = (
  accountId: string,
  from: string,
  to: string | null,
  limit: number,
): QueryArrayConfig => rowsOf(RETAG_CHUNK, [accountId, from, to, limit]);
