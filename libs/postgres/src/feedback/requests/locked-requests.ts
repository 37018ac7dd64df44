import { addressOf, isSubmission, REQUESTS_MAX, submissionOf, type FeedbackRequest } from '@libs/feedback';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { ADD_BYTES } from '../../storage/storage.sql';
import {
  countStoredStatement,
  insertRequestsStatement,
  lockItemStatement,
  requestOf,
  sameStatement,
  updateRequestsStatement,
  type LockedRow,
  type RequestRow,
} from './request.sql';

/** What a transaction that has locked an item knows of its requests. */
export interface LockedRequests {
  readonly submission: FeedbackRequest;
  /** At least the number of stored requests. */
  readonly requestCount: number;
  /** Of the addresses and the ID that were asked for, with the submission if it has one of these. */
  readonly same: readonly FeedbackRequest[];
  /** IDs of those of `same` that have a row. */
  readonly stored: ReadonlySet<string>;
}

export const hasAddress = (email: string) => (request: FeedbackRequest) =>
  addressOf(request) === email.toLowerCase();

/** Locks an item and its target, and reads its requests. Returns null if the item is not found. */
export async function lockedRequests(
  client: PoolClient,
  accountId: string,
  itemId: string,
  { addresses, id }: { readonly addresses: readonly string[]; readonly id?: string },
): Promise<LockedRequests | null> {
  const { rows } = await client.query<LockedRow>(lockItemStatement(accountId, itemId));
  const item = rows.find((row) => row[0] === itemId);
  if (!item) return null;
  const [, submitter_email, source, created_at, requestCount] = item;
  const submission = submissionOf({ accountId, id: itemId, submitter_email, source, created_at });
  const isSubmissionWanted = id === itemId || addresses.some((email) => hasAddress(email)(submission));
  if (addresses.length === 0 && id === undefined)
    return { submission, requestCount, same: [], stored: new Set() };
  const ids = [...(id === undefined ? [] : [id]), ...(isSubmissionWanted ? [itemId] : [])];
  const statement = sameStatement(accountId, itemId, addresses, ids);
  const found = (await client.query<RequestRow>(statement)).rows.map((row) => requestOf(accountId, row));
  const details = found.find(isSubmission);
  const same = [
    ...(isSubmissionWanted ? [{ ...submission, ...details, email: submitter_email }] : []),
    ...found.filter((request) => !isSubmission(request)),
  ];
  return { submission, requestCount, same, stored: new Set(found.map((request) => request.id)) };
}

/** Whether the item can have as many requests more. */
export async function hasRoom(
  client: PoolClient,
  accountId: string,
  itemId: string,
  added: number,
): Promise<boolean> {
  const { rows } = await client.query<[number]>(countStoredStatement(accountId, itemId));
  return rows[0]![0] + added <= REQUESTS_MAX;
}

/** Writes requests of an item. Two statements, because the triggers of one would see what the other one did. */
export async function storeRequests(
  client: PoolClient,
  accountId: string,
  itemId: string,
  requests: readonly FeedbackRequest[],
  stored: ReadonlySet<string>,
): Promise<void> {
  const known = requests.filter(({ id }) => stored.has(id));
  const others = requests.filter(({ id }) => !stored.has(id));
  if (known.length > 0) await client.query(updateRequestsStatement(accountId, itemId, known));
  if (others.length > 0) await client.query(insertRequestsStatement(accountId, others));
  const bytes = requests.reduce((sum, { quote, link }) => sum + bytesOf(quote) + bytesOf(link), 0);
  if (bytes > 0) await client.query(rowsOf(ADD_BYTES, [accountId, bytes]));
}

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
