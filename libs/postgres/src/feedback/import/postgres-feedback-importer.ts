import { randomUUID } from 'node:crypto';
import {
  endOfUndo,
  importInProgress,
  tagKey,
  tooManyImports,
  type Feedback,
  type FeedbackImporter,
  type FeedbackRequest,
  type ImportTarget,
  type IdempotentRequest,
} from '@libs/feedback';
import { IMPORT, OnePerAccount } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';
import { poolOf } from '../../connection/data-source';
import { poolShares } from '../../connection/pool-shares';
import { UNRECORDED } from '../../connection/settings';
import { insertEvent } from '../../security-log/record-event';
import { lockStatement } from '../idempotency/idempotency.sql';
import { MERGE_ALL } from '../lists/search-index';
import { runOnce } from '../idempotency/run-once';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';
import { insertRequestsStatement } from '../requests/request.sql';
import { countsItself, insertAllStatement, recordStatement, tryLock } from './feedback-import.sql';
import { recordRequestsStatement } from './import-requests.sql';
import { findMembers } from './find-members';
import { MergeWriter } from './merge-writer';
import { Rehearsal } from './rehearsal';
import { RequestWriter } from './request-writer';

/** Twice the time of an import of 100,000 rows. */
const WAIT_MS = 60_000;

/** Runs imports in PostgreSQL: one transaction per import, one statement per chunk. */
export class PostgresFeedbackImporter implements FeedbackImporter {
  private readonly scope: AccountScope;
  private readonly limiter: ConcurrencyLimiter;
  private readonly tags: PostgresTagRepository;
  private readonly imports = new OnePerAccount(importInProgress);

  /** @param timeouts `waitMs`: how long an import waits for others to finish */
  constructor(
    dataSource: DataSource,
    private readonly timeouts: { readonly waitMs: number } = { waitMs: WAIT_MS },
  ) {
    this.scope = new AccountScope(dataSource);
    this.tags = new PostgresTagRepository(dataSource);
    this.limiter = new ConcurrencyLimiter(poolShares(poolOf(dataSource).options.max).imports, 1);
  }

  run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T> {
    return this.imports.run(accountId, () =>
      this.whenFree(accountId, () => this.inTransaction(accountId, dryRun, work)),
    );
  }

  private async whenFree<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(tooManyImports()), this.timeouts.waitMs);
    const task = () => {
      clearTimeout(timer);
      return work();
    };
    try {
      return await this.limiter.run(accountId, task, waiting.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Tries to take the request's lock, which is released when the statement ends. */
  async isInProgress(
    accountId: string,
    request: Pick<IdempotentRequest, 'client' | 'key'>,
  ): Promise<boolean> {
    const { rows } = await this.scope.query<[isFree: boolean]>(accountId, lockStatement(accountId, request));
    return !rows[0]![0];
  }

  private inTransaction<T>(
    accountId: string,
    dryRun: boolean,
    work: (target: ImportTarget) => Promise<T>,
  ): Promise<T> {
    const locked = async (client: PoolClient) => {
      const { rows } = await client.query<[isFree: boolean]>(tryLock(accountId));
      if (!rows[0]![0]) throw importInProgress();
      return work(
        dryRun ? new Rehearsal(client, accountId, this.tags) : writing(client, accountId, this.tags),
      );
    };
    return this.scope.transaction(accountId, locked, { isLong: true, by: UNRECORDED });
  }
}

const writing = (
  client: PoolClient,
  accountId: string,
  tags: PostgresTagRepository,
  requestWriter = new RequestWriter(client, accountId),
): ImportTarget => ({
  findMembers: (names) => findMembers(client, accountId, names),
  merge: (merges, importId) => new MergeWriter(client, accountId).merge(merges, importId),
  addRequests: (rows, importId) => requestWriter.add(rows, importId),
  async recordRequests(entry, event) {
    await requestWriter.count(entry.id);
    await client.query(recordRequestsStatement(accountId, entry, endOfUndo(new Date(entry.createdAt))));
    if (event) await client.query(insertEvent(event));
  },
  async add(items, importId, requests = []) {
    // Outside the transaction: until it ends, other writers would wait to create tags with the same names.
    const tagIds = await tagIdsOf(accountId, items, tags);
    const statement = insertAllStatement(accountId, importId, items, tagIds);
    const { rows } = await client.query<[id: string]>(statement);
    const added = new Set(rows.map(([id]) => id));
    await addRequests(
      client,
      accountId,
      importId,
      requests.filter(({ feedback_id: itemId }) => added.has(itemId)),
    );
    // An import writes to the index of words, through its pending list.
    await client.query(MERGE_ALL);
    return added.size;
  },
  async record(entry, existing, event) {
    const end = endOfUndo(new Date(entry.createdAt));
    await client.query(recordStatement(accountId, entry, end, existing));
    if (event) await client.query(insertEvent(event));
  },
  runOnce: (request, work) =>
    runOnce(
      (statement) => client.query(statement),
      accountId,
      request,
      async () => {
        const { text, importId } = await work();
        return { text, itemIds: importId === null ? [] : [importId] };
      },
    ),
});

/** Adds requests of items that count them already. */
async function addRequests(
  client: PoolClient,
  accountId: string,
  importId: string,
  requests: readonly FeedbackRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await client.query(countsItself(true));
  await client.query(insertRequestsStatement(accountId, requests, importId));
  await client.query(countsItself(false));
}

/** Returns the IDs of the tags of these items by key, after creating the missing ones. */
async function tagIdsOf(
  accountId: string,
  items: readonly Feedback[],
  tags: PostgresTagRepository,
): Promise<ReadonlyMap<string, string>> {
  const names = items.flatMap((item) => item.tags);
  const used = names.length === 0 ? [] : await tags.ensure(accountId, names, randomUUID, IMPORT);
  return new Map(used.map(({ id, name }) => [tagKey(name), id]));
}
