import {
  endOf,
  keyInUse,
  replayed,
  type IdempotencyRecord,
  type ImportRequest,
  type StoredResponse,
  type IdempotentRequest,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import {
  forgetStatement,
  keepStatement,
  lockStatement,
  lookStatement,
  type RecordRow,
} from './idempotency.sql';

/** Runs a statement on any connection of the pool, or on the connection of a transaction. */
export type Send = <R extends unknown[]>(statement: QueryArrayConfig) => Promise<QueryArrayResult<R>>;

type Name = Pick<IdempotentRequest, 'client' | 'key'>;

/**
 * Runs `work` unless the request was processed before. Must run in a transaction, so that `work` and its record are
 * stored together.
 * @throws DomainError `idempotency`, `conflict`
 */
export async function once(
  send: Send,
  accountId: string,
  request: ImportRequest,
  work: () => Promise<{ readonly text: string; readonly itemIds: readonly string[] }>,
): Promise<StoredResponse> {
  const { client, key, at } = request;
  const { rows } = await send<[isMine: boolean]>(lockStatement(accountId, request));
  if (!rows[0]![0]) throw keyInUse();
  const record = await recordOf(send, accountId, request);
  if (record && counts(record, at)) {
    return replayed(record, { client, key, fingerprint: await request.fingerprint() });
  }
  const { text, itemIds } = await work();
  const fingerprint = await request.fingerprint();
  // Lock items before records, in the same order as deleting an item does, to prevent deadlocks.
  if (record) await send(forgetStatement(accountId, request, endOf(at)));
  await send(keepStatement(accountId, { client, key, fingerprint }, text, at, itemIds));
  return { text, isReplay: false };
}

/** Returns the record of a request, even if it has expired. */
export async function recordOf(send: Send, accountId: string, name: Name): Promise<IdempotencyRecord | null> {
  const { rows } = await send<RecordRow>(lookStatement(accountId, name));
  if (!rows[0]) return null;
  const [fingerprint, answer, createdAt] = rows[0];
  return { client: name.client, key: name.key, fingerprint, answer, createdAt };
}

export const counts = ({ createdAt }: IdempotencyRecord, now: Instant): boolean => createdAt > endOf(now);
