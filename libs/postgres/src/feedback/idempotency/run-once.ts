import {
  expiryCutoff,
  keyInUse,
  replayed,
  type IdempotencyRecord,
  type ImportRequest,
  type StoredResponse,
  type IdempotentRequest,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { ADD_BYTES } from '../../storage/storage.sql';
import {
  deleteRecordStatement,
  insertRecordStatement,
  lockStatement,
  selectRecordStatement,
  type RecordRow,
} from './idempotency.sql';

/** Characters of a response that counts at once for the storage limit (storage.md 2). Others count once a day. */
const LARGE = 65_536;

/** Runs a statement on any connection of the pool, or on the connection of a transaction. */
export type SendStatement = <R extends unknown[]>(
  statement: QueryArrayConfig,
) => Promise<QueryArrayResult<R>>;

type RequestKey = Pick<IdempotentRequest, 'client' | 'key'>;

/**
 * Runs `work` unless the request was processed before. Must run in a transaction, so that `work` and its record are
 * stored together.
 * @throws DomainError `idempotency`, `conflict`
 */
export async function runOnce(
  send: SendStatement,
  accountId: string,
  request: ImportRequest,
  work: () => Promise<{ readonly text: string; readonly itemIds: readonly string[] }>,
): Promise<StoredResponse> {
  const { client, key, at } = request;
  const { rows } = await send<[isLocked: boolean]>(lockStatement(accountId, request));
  if (!rows[0]![0]) throw keyInUse();
  const record = await recordOf(send, accountId, request);
  if (record && isUnexpired(record, at)) {
    return replayed(record, { client, key, fingerprint: await request.fingerprint() });
  }
  const { text, itemIds } = await work();
  const fingerprint = await request.fingerprint();
  // Lock items before records, in the same order as deleting an item does, to prevent deadlocks.
  if (record) await send(deleteRecordStatement(accountId, request, expiryCutoff(at)));
  await send(insertRecordStatement(accountId, { client, key, fingerprint }, text, at, itemIds));
  if (text.length > LARGE) await send(rowsOf(ADD_BYTES, [accountId, Buffer.byteLength(text)]));
  return { text, isReplay: false };
}

/** Returns the record of a request, even if it has expired. */
export async function recordOf(
  send: SendStatement,
  accountId: string,
  request: RequestKey,
): Promise<IdempotencyRecord | null> {
  const { rows } = await send<RecordRow>(selectRecordStatement(accountId, request));
  if (!rows[0]) return null;
  const [fingerprint, response, createdAt] = rows[0];
  return { client: request.client, key: request.key, fingerprint, response, createdAt };
}

export const isUnexpired = ({ createdAt }: IdempotencyRecord, now: Instant): boolean =>
  createdAt > expiryCutoff(now);
