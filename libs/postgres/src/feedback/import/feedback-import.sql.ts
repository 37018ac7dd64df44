import type { ImportedFeedback, ImportEntry } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COLUMN_TYPES, COLUMNS, toRow } from '../items/feedback.schema';

/**
 * One import of an account at a time, on whichever instance; free when the transaction has ended, however it does.
 * What cannot be had at once is refused and not waited for.
 */
export const tryLock = (accountId: string): QueryArrayConfig =>
  rowsOf(`SELECT pg_try_advisory_xact_lock(hashtextextended('feedback-import ' || $1, 0))`, [accountId]);

/** $2 the import, from $3 on the columns, and last the external ids. Those that are there already, or twice, are passed over in silence. */
const INSERT_ALL = `
  INSERT INTO feedback (account_id, import_id, ${COLUMNS}, external_id)
  SELECT $1, $2::uuid, * FROM unnest(${[...COLUMN_TYPES, 'text'].map((type, i) => `$${3 + i}::${type}[]`).join(', ')})
  ON CONFLICT DO NOTHING`;

export function insertAllStatement(
  accountId: string,
  importId: string,
  items: readonly ImportedFeedback[],
): QueryArrayConfig {
  const columns: unknown[][] = Array.from({ length: COLUMN_COUNT }, () => []);
  for (const { item, externalId } of items) {
    toRow(item).forEach((value, i) => columns[i - 1]?.push(value));
    columns[COLUMN_COUNT - 1]!.push(externalId);
  }
  return rowsOf(INSERT_ALL, [accountId, importId, ...columns]);
}
/** Without the account, and with the external id. */
const COLUMN_COUNT = COLUMN_TYPES.length + 1;

/** Which ids ($2) and external ids ($3) of a list the account has; each part is served by its own unique index. */
const TAKEN = `
  SELECT id::text, NULL FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT NULL, external_id FROM feedback WHERE account_id = $1 AND external_id = ANY ($3::varchar[])`;

export type TakenRow = [id: string | null, externalId: string | null];

export function takenStatement(accountId: string, items: readonly ImportedFeedback[]): QueryArrayConfig {
  const externalIds = items.flatMap(({ externalId }) => externalId ?? []);
  return rowsOf(TAKEN, [accountId, items.map(({ item }) => item.id), externalIds]);
}

/** $5: imports at this time or before can no longer be undone. */
const RECORD = `
  WITH ended AS (DELETE FROM imports WHERE account_id = $1 AND created_at <= $5)
  INSERT INTO imports (account_id, id, created_at, created) VALUES ($1, $2, $3, $4)`;

export const recordStatement = (
  accountId: string,
  { id, createdAt, created }: ImportEntry,
  end: Instant,
): QueryArrayConfig => rowsOf(RECORD, [accountId, id, createdAt, created, end]);
