import { anAccount, aPerson } from '@libs/accounts/testing';
import {
  aFeedback,
  anAccountId,
  feedbackImporterContract,
  idAt,
  importMergesContract,
  importOnceContract,
  importProperties,
  importRepositoryContract,
  importRequestsContract,
  requestImportContract,
} from '@libs/feedback/testing';
import { importedRequest, REQUESTS_MAX } from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { SYSTEM } from '@libs/kernel';
import { itemAdapters, itemLists, testDataSource, untilStatementsWait } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { MembershipSchema } from '../../accounts/memberships/membership.schema';
import { PersonSchema } from '../../accounts/people/person.schema';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { createDataSource, poolOf } from '../../connection/data-source';
import { setScope } from '../../connection/scoped-query';
import { lockGroupsStatement } from '../duplicates/merge.sql';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresIdempotencyRepository } from '../idempotency/postgres-idempotency-repository';
import { countsItself } from './feedback-import.sql';
import { PostgresFeedbackImporter } from './postgres-feedback-importer';
import { PostgresImportRepository } from './postgres-import-repository';

let dataSource: DataSource;
beforeAll(async () => {
  dataSource = await testDataSource();
});

const IMPORT_ID = idAt('2026-03-03T10:00:00.000Z');
const adapters = async () => ({
  importer: new PostgresFeedbackImporter(dataSource),
  another: new PostgresFeedbackImporter(dataSource),
  ...itemAdapters(dataSource),
  imports: new PostgresImportRepository(dataSource, 2),
  idempotency: new PostgresIdempotencyRepository(dataSource),
});
feedbackImporterContract('PostgreSQL', adapters);
importMergesContract('PostgreSQL', async () => ({
  ...(await adapters()),
  async addAccount() {
    const account = anAccount();
    await new PostgresAccountRepository(dataSource).add(account, aPerson());
    return account.id;
  },
  async addMember(accountId, name) {
    const { id, ...person } = aPerson({ name });
    await dataSource.manager.insert(PersonSchema, { id, ...person });
    const membership = { accountId, personId: id, role: 'editor', createdAt: person.createdAt } as const;
    await dataSource.manager.insert(MembershipSchema, membership);
    return { id, name };
  },
  async changes(accountId) {
    const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
    const scope = new AccountScope(dataSource);
    return (await scope.query<ChangeRow>(accountId, rowsOf(text, [accountId]))).rows.map(changeOf);
  },
}));
importOnceContract('PostgreSQL', adapters);
importRequestsContract('PostgreSQL', adapters);
requestImportContract('PostgreSQL', adapters);
importRepositoryContract('PostgreSQL', adapters);
importProperties('PostgreSQL', adapters, 15);

describe('PostgresFeedbackImporter', () => {
  const row = (accountId: string) => aFeedback({ accountId, external_id: 'a' });
  /** Starts an import that runs until `end` is called. */
  function waiting(importer: PostgresFeedbackImporter, accountId = anAccountId()) {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let started!: () => void;
    const begun = new Promise<void>((resolve) => (started = resolve));
    const done = importer.run(accountId, false, async (target) => {
      const added = await target.add([row(accountId)], IMPORT_ID);
      started();
      await ended;
      return added;
    });
    return { begun, end, done };
  }

  it('limits imports to a quarter of the pool, and rejects one that waits too long with a retry time', async () => {
    const importer = new PostgresFeedbackImporter(dataSource, { waitMs: 20 });
    const most = Math.floor(poolOf(dataSource).options.max / 4);
    const all = Array.from({ length: most }, () => waiting(importer));
    await Promise.all(all.map(({ begun }) => begun));
    await expect(importer.run(anAccountId(), false, async () => 1)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'too_many_imports',
      message: 'Too many imports are running: try again',
      facts: { retryAfter: 5 },
    });
    for (const { end } of all) end();
    expect(await Promise.all(all.map(({ done }) => done))).toEqual(all.map(() => 1));
    expect(await importer.run(anAccountId(), false, async () => 1)).toBe(1);
  });

  /** requests.md 1, import.md 12 */
  it('adds 100,000 requests to an item besides the details of its submission, and no more', async () => {
    const accountId = anAccountId();
    const item = aFeedback({ accountId });
    await itemAdapters(dataSource).items.add(item, SYSTEM);
    await new AccountScope(dataSource).transaction(
      accountId,
      async (client) => {
        await client.query(countsItself(true));
        await client.query(
          `INSERT INTO feedback_requests (account_id, feedback_id, id, source, created_at)
           SELECT $1, $2, gen_random_uuid(), 'import', now() FROM generate_series(1, ${REQUESTS_MAX - 1})`,
          [accountId, item.id],
        );
      },
      { by: SYSTEM },
    );
    const newId = (at: Date) => idAt(at.toISOString());
    const imported = (rows: readonly object[], importId = newId(new Date())) =>
      new PostgresFeedbackImporter(dataSource).run(accountId, false, async (target) => {
        const named = rows.map((one) => ({ feedback_id: item.id, ...one }));
        const read = named.map((one) => importedRequest(accountId, one, { now: new Date(), newId }, [])!);
        const outcomes = await target.addRequests(read, importId);
        const entry = { id: importId, createdAt: new Date().toISOString(), created: 0, requests: 1 };
        await target.recordRequests(entry);
        return outcomes;
      });
    expect(await imported([{ id: item.id, company: 'Acme' }, {}])).toEqual(['created', 'created']);
    await expect(imported([{}])).rejects.toMatchObject({ code: 'request_limit_reached' });
  });

  /** import.md 8 */
  it('counts the target again if an item is merged while requests of an import are undone', async () => {
    const accountId = anAccountId();
    const [target, item] = [aFeedback({ accountId }), aFeedback({ accountId })];
    const { items, requests } = itemAdapters(dataSource);
    for (const one of [target, item]) await items.add(one, SYSTEM);
    const newId = (at: Date) => idAt(at.toISOString());
    const importId = newId(new Date());
    await new PostgresFeedbackImporter(dataSource).run(accountId, false, async (writing) => {
      const row = { feedback_id: item.id, email: 'ada@example.com' };
      const read = importedRequest(accountId, row, { now: new Date(), newId }, [])!;
      await writing.addRequests([read], importId);
      const entry = { id: importId, createdAt: new Date().toISOString(), created: 0, requests: 1 };
      await writing.recordRequests(entry);
    });
    const [merging, asking] = [await poolOf(dataSource).connect(), await poolOf(dataSource).connect()];
    try {
      for (const client of [merging, asking]) {
        await client.query('BEGIN');
        await client.query(setScope(accountId, SYSTEM));
      }
      await merging.query(`UPDATE feedback SET merged_into = $2, merged_via = $2 WHERE id = $1`, [
        item.id,
        target.id,
      ]);
      await asking.query(
        `INSERT INTO feedback_requests (account_id, feedback_id, id, source, created_at) VALUES ($1, $2, $3, 'api', now())`,
        [accountId, target.id, newId(new Date())],
      );
      const undone = new PostgresImportRepository(dataSource).undoRequests(accountId, importId);
      await untilStatementsWait(dataSource);
      await merging.query('COMMIT');
      await untilStatementsWait(dataSource);
      await asking.query('COMMIT');
      expect(await undone).toBe(1);
    } finally {
      for (const client of [merging, asking]) client.release();
    }
    expect(await items.find(accountId, target.id)).toMatchObject({ request_count: 3 });
    expect(await requests.listAll(accountId, null, 10)).toHaveLength(1);
  });

  /** import.md 13 */
  it('merges into an item that another transaction locks, without a deadlock', async () => {
    const accountId = anAccountId();
    const [existing, added] = [aFeedback({ accountId }), aFeedback({ accountId })];
    const { items } = itemAdapters(dataSource);
    await items.add(existing, SYSTEM);
    const other = await poolOf(dataSource).connect();
    try {
      await other.query('BEGIN');
      await other.query(setScope(accountId, SYSTEM));
      await other.query(`SELECT FROM feedback WHERE id = $1 FOR UPDATE`, [existing.id]);
      const merged = new PostgresFeedbackImporter(dataSource).run(accountId, false, async (target) => {
        await target.add([added], IMPORT_ID);
        return target.merge([{ id: added.id, target: existing.id }], IMPORT_ID);
      });
      await untilStatementsWait(dataSource);
      // Waits for the import, which waits for the item, as a deletion does.
      await other.query(lockGroupsStatement(accountId).text.replace("'200ms'", "'0'"), [accountId]);
      await other.query('UPDATE feedback SET version = version + 1 WHERE id = $1', [existing.id]);
      await other.query('COMMIT');
      expect(await merged).toEqual(['merged']);
      expect(await items.find(accountId, existing.id)).toMatchObject({ duplicate_count: 1, version: 3 });
    } finally {
      other.release();
    }
  });

  it('waits for other imports to finish', async () => {
    const importer = new PostgresFeedbackImporter(dataSource);
    const most = Math.floor(poolOf(dataSource).options.max / 4);
    const all = Array.from({ length: most }, () => waiting(importer));
    await Promise.all(all.map(({ begun }) => begun));
    const next = importer.run(anAccountId(), false, async () => 'done');
    for (const { end } of all) end();
    expect(await next).toBe('done');
    await Promise.all(all.map(({ done }) => done));
  });

  it('allows one import per account across instances, and releases the lock if an instance fails', async () => {
    const url = (dataSource.options as { url: string }).url;
    const otherInstance = await createDataSource({ url }).initialize();
    const accountId = anAccountId();
    const theirs = waiting(new PostgresFeedbackImporter(otherInstance), accountId);
    await theirs.begun;
    const importer = new PostgresFeedbackImporter(dataSource);
    const mine = () => importer.run(accountId, false, (target) => target.add([row(accountId)], IMPORT_ID));
    await expect(mine()).rejects.toMatchObject({ code: 'import_in_progress' });
    // Waits until the server process has ended: it sends its error before it releases its locks.
    await dataSource.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE state = 'idle in transaction' AND pid <> pg_backend_pid() AND datname = current_database()`,
    );
    theirs.end();
    await expect(theirs.done).rejects.toThrow();
    await otherInstance.destroy();
    expect(await mine()).toBe(1);
  });

  it('leaves no connection in a transaction after errors', async () => {
    const importer = new PostgresFeedbackImporter(dataSource);
    const failure = new Error('broken');
    for (let i = 0; i < 12; i++) {
      const broken = importer.run(anAccountId(), false, () => Promise.reject(failure));
      await expect(broken).rejects.toBe(failure);
    }
    const [{ n }] = await dataSource.query<[{ n: string }]>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()`,
    );
    expect(n).toBe('0');
    const { totalCount, idleCount } = poolOf(dataSource);
    expect(idleCount).toBe(totalCount);
  });

  it('writes items to its own account only', async () => {
    const importer = new PostgresFeedbackImporter(dataSource);
    const [mine, theirs] = [anAccountId(), anAccountId()];
    const lists = itemLists(dataSource);
    await importer.run(mine, false, (target) => target.add([row(theirs)], IMPORT_ID));
    expect(await lists.count(theirs)).toBe(0);
    expect(await lists.count(mine)).toBe(1);
  });
});
