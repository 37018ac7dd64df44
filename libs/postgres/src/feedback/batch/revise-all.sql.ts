import { ITEM_TAGS_MAX, type BatchRevision, type FeedbackUpdate } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import {
  columnsOf,
  keptTags,
  keysIn,
  LINE,
  LINE_LISTS,
  listNames,
  listParameters,
  valuesOf,
} from '../items/change.sql';
import { COLUMNS, tagKeys } from '../items/feedback.schema';
import { recordOf } from '../../schema/functions/recorded-row.sql';
import { CURRENT_ACTOR, RECORDS_HERE } from '../../connection/settings';

/** Of each line: whether it changes tags, whether it keeps those of the item, and keys to add and remove, as JSON. */
const TAG_LISTS = [
  { name: 'retags', type: 'boolean' },
  { name: 'keeps', type: 'boolean' },
  { name: 'adds', type: 'text' },
  { name: 'removes', type: 'text' },
];

/** The tags of each item after the batch. $keys: all keys that lines add. */
const retagged = (keys: string) => `
  added AS MATERIALIZED (
    ${keptTags(keys)}
  ), retagged AS MATERIALIZED (
    SELECT stored.id, CASE WHEN retags THEN (
      SELECT array_agg(DISTINCT tag_id ORDER BY tag_id) FROM (
        SELECT tag.id AS tag_id FROM tags tag
        WHERE keeps AND tag.account_id = $1 AND tag.id = ANY (stored.tags) AND tag.key <> ALL (${keysIn('removes')})
        UNION ALL
        SELECT added.id FROM added WHERE added.key = ANY (${keysIn('adds')})
      ) remaining
    ) ELSE stored.tags END AS tag_ids
    FROM stored JOIN wanted USING (id)
  ),`;

/**
 * Applies all updates of a batch or none. $2 the IDs, $3 the number of updates, $4 the time, $5 and following: a list
 * for each parameter of a change. Locks all rows in the order of their IDs before the first change, so that two batches
 * can't deadlock. `complete` is false if an item is missing or would have too many tags, or if a merged one would change. Compares
 * with `stored`, because
 * a row may have changed while the statement waited for its lock. Returns all existing rows as they were before the
 * update. Records the changes in the order of the IDs, instead of the trigger, which runs in any order.
 */
function reviseAllText(isTagged: boolean): string {
  const lists = isTagged ? [...LINE_LISTS, ...TAG_LISTS] : LINE_LISTS;
  const tags = isTagged
    ? {
        common: retagged(`$${5 + lists.length}`),
        isComplete: `AND NOT EXISTS (SELECT FROM retagged WHERE cardinality(tag_ids) > ${ITEM_TAGS_MAX})`,
        set: ', tags = tag_ids',
        join: 'JOIN retagged USING (id)',
        changes: 'OR stored.tags IS DISTINCT FROM tag_ids',
      }
    : { common: '', isComplete: '', set: '', join: '', changes: '' };
  return `
  WITH wanted AS MATERIALIZED (
    SELECT line.* FROM (SELECT ${RECORDS_HERE}) AS setting, unnest($2::uuid[], ${listParameters(5, lists)})
      WITH ORDINALITY AS line (id, ${listNames(lists)}, n)
  ), stored AS MATERIALIZED (
    SELECT account_id, ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), ${tags.common} complete AS MATERIALIZED (
    SELECT count(*) = $3 ${tags.isComplete} AND NOT EXISTS (
      SELECT FROM stored JOIN wanted USING (id) ${tags.join} WHERE merged_into IS NOT NULL AND (${LINE.changes} ${tags.changes})
    ) AS is_complete FROM stored
  ), changed AS (
    UPDATE feedback SET ${LINE.set}${tags.set}, updated_at = greatest(stored.updated_at, $4), version = stored.version + 1
    FROM stored JOIN wanted USING (id) ${tags.join}, complete
    WHERE is_complete AND feedback.account_id = $1 AND feedback.id = stored.id AND (${LINE.changes} ${tags.changes})
    RETURNING feedback.*
  ), recorded AS (
    INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
    SELECT $1, ${CURRENT_ACTOR}, 'updated',
      ${recordOf('changed')}, ${recordOf('stored')}
    FROM changed JOIN stored USING (id) JOIN wanted USING (id) ORDER BY n
  )
  SELECT ${COLUMNS} FROM stored`;
}

const REVISE_ALL = reviseAllText(false);
const REVISE_ALL_TAGGED = reviseAllText(true);

const mentionsTags = ({ tags, add_tags: added, remove_tags: removed }: FeedbackUpdate) =>
  tags !== undefined || added !== undefined || removed !== undefined;

function tagValuesOf(update: FeedbackUpdate): unknown[] {
  const { tags, add_tags: added = [], remove_tags: removed = [] } = update;
  return [
    mentionsTags(update),
    tags === undefined,
    JSON.stringify(tagKeys(tags ?? added)),
    JSON.stringify(tagKeys(removed)),
  ];
}

/** @param lines number of updates, including those with a malformed ID, which `updates` excludes */
export function reviseAllStatement(
  accountId: string,
  { updates, at }: Omit<BatchRevision, 'by'>,
  lines: number,
): QueryArrayConfig {
  const common = [accountId, updates.map(({ id }) => id), lines, at];
  if (!updates.some(mentionsTags))
    return rowsOf(REVISE_ALL, [...common, ...columnsOf(updates.map(valuesOf), LINE_LISTS)]);
  const values = updates.map((update) => [...valuesOf(update), ...tagValuesOf(update)]);
  const keys = updates.flatMap(({ tags = [], add_tags: added = [] }) => tagKeys([...tags, ...added]));
  return rowsOf(REVISE_ALL_TAGGED, [
    ...common,
    ...columnsOf(values, [...LINE_LISTS, ...TAG_LISTS]),
    [...new Set(keys)],
  ]);
}
