import {
  addressTaken,
  changedRequest,
  newRequest,
  REQUESTS_MAX,
  tooManyRequests,
  verifiedRequest,
  type AddedRequest,
  type FeedbackRequest,
  type NewRequest,
  type RequestAddition,
  type RequestChange,
  type RequestPlace,
  type RequestRepository,
  type RequestsQuery,
} from '@libs/feedback';
import { isUuid, type Actor } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { hasAddress, hasRoom, lockedRequests, storeRequests, type LockedRequests } from './locked-requests';
import {
  addOneStatement,
  deleteRequestStatement,
  findRequestStatement,
  listAllRequestsStatement,
  listRequestsStatement,
  requestOf,
  type RequestRow,
} from './request.sql';

/** Requests in PostgreSQL. Triggers count them for their items (docs/architecture/adr/0039-requests.md). */
export class PostgresRequestRepository implements RequestRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(
    accountId: string,
    itemId: string,
    { inputs, source, by, now, newId, verified }: RequestAddition,
  ): Promise<readonly AddedRequest[] | null> {
    const asAdded = (request: FeedbackRequest) =>
      verified ? verifiedRequest(request, now.toISOString()) : request;
    const requestOf = (input: NewRequest) =>
      asAdded(newRequest(accountId, itemId, input, source, { id: newId(), now }));
    const [only, ...others] = inputs;
    if (isUuid(itemId) && others.length === 0) {
      const request = requestOf(only!);
      if (await this.isAdded(request, by)) return [{ request, isNew: true }];
    }
    const addresses = inputs.flatMap(({ email }) => (email ? [email.toLowerCase()] : []));
    return this.locked(accountId, itemId, { addresses, by }, async (client, { requestCount, ...locked }) => {
      const added = inputs.map((input): AddedRequest => {
        const same = input.email && locked.same.find(hasAddress(input.email));
        return same
          ? { request: asAdded(changedRequest(same, input)), isNew: false }
          : { request: requestOf(input), isNew: true };
      });
      const isNearLimit = requestCount + added.length > REQUESTS_MAX;
      const newCount = added.filter(({ isNew }) => isNew).length;
      if (isNearLimit && !(await hasRoom(client, accountId, itemId, newCount))) throw tooManyRequests();
      const changed = added.filter(({ request }) => !locked.same.includes(request));
      await storeRequests(
        client,
        accountId,
        itemId,
        changed.map(({ request }) => request),
        locked.stored,
      );
      return added;
    });
  }

  /** The usual request takes one statement. False if `add` must look further. */
  private async isAdded(request: FeedbackRequest, by: Actor): Promise<boolean> {
    if (request.quote !== null || request.link !== null) return false;
    const statement = addOneStatement(request.accountId, request);
    const { rowCount } = await repeatedAfterDeadlock(() =>
      this.scope.query(request.accountId, statement, by),
    );
    return rowCount === 1;
  }

  async list(
    accountId: string,
    itemId: string,
    { limit, after }: RequestsQuery,
  ): Promise<readonly FeedbackRequest[] | null> {
    if (!isUuid(itemId)) return null;
    const statement = listRequestsStatement(accountId, itemId, after ?? null, limit + 1);
    const { rows } = await this.scope.query<RequestRow>(accountId, statement);
    if (rows.length === 0) return null;
    return rows.filter(([, id]) => id !== null).map((row) => requestOf(accountId, row));
  }

  async find(accountId: string, itemId: string, id: string): Promise<FeedbackRequest | null> {
    if (!isUuid(itemId) || !isUuid(id)) return null;
    const statement = findRequestStatement(accountId, itemId, id);
    const { rows } = await this.scope.query<RequestRow>(accountId, statement);
    return rows[0] ? requestOf(accountId, rows[0]) : null;
  }

  async change(
    accountId: string,
    itemId: string,
    id: string,
    { change, by }: { readonly change: RequestChange; readonly by: Actor },
  ): Promise<FeedbackRequest | null> {
    if (!isUuid(id)) return null;
    const addresses = change.email ? [change.email.toLowerCase()] : [];
    return this.locked(accountId, itemId, { addresses, id, by }, async (client, { same, stored }) => {
      const current = same.find((one) => one.id === id);
      if (!current) return null;
      const next = changedRequest(current, change);
      if (next.email !== null && same.some((one) => one.id !== id && hasAddress(next.email!)(one)))
        throw addressTaken();
      if (next !== current) await storeRequests(client, accountId, itemId, [next], stored);
      return next;
    });
  }

  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean> {
    if (!isUuid(id)) return false;
    const isRemoved = await this.locked(accountId, itemId, { addresses: [], by }, async (client) => {
      const { rowCount } = await client.query(deleteRequestStatement(accountId, itemId, id));
      return rowCount === 1;
    });
    return isRemoved === true;
  }

  async listAll(
    accountId: string,
    after: RequestPlace | null,
    limit: number,
  ): Promise<readonly FeedbackRequest[]> {
    const statement = listAllRequestsStatement(accountId, after, limit);
    const { rows } = await this.scope.query<RequestRow>(accountId, statement);
    return rows.map((row) => requestOf(accountId, row));
  }

  async removeAll(accountId: string): Promise<void> {
    await deleteInChunks(this.scope, accountId, 'feedback_requests');
  }

  /** Runs work on requests of an item, which no one else changes meanwhile. Returns null if the item is not found. */
  private async locked<T>(
    accountId: string,
    itemId: string,
    wanted: { readonly addresses: readonly string[]; readonly id?: string; readonly by: Actor },
    work: (client: PoolClient, requests: LockedRequests) => Promise<T>,
  ): Promise<T | null> {
    if (!isUuid(itemId)) return null;
    const run = async (client: PoolClient) => {
      const requests = await lockedRequests(client, accountId, itemId, wanted);
      return requests && work(client, requests);
    };
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, run, { by: wanted.by }));
  }
}
