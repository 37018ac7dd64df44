import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  aBatch,
  aFeedback,
  anAccountId,
  idempotencyContract,
  idempotencyProperties,
} from '@libs/feedback/testing';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { itemAdapters, testDataSource, untilStatementsWait } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { PostgresFollowerRepository } from '../../followers/postgres-follower-repository';
import { lockStatement } from './idempotency.sql';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresIdempotencyRepository } from './postgres-idempotency-repository';

const NOON = '2026-03-03T12:00:00.000Z';
const ONE_LATER = '2026-03-03T13:00:00.000Z';
const THREE_DAYS_LATER = '2026-03-06T12:00:00.000Z';

let dataSource: DataSource;
beforeAll(async () => {
  dataSource = await testDataSource();
});

const adapters = async () => ({
  ...itemAdapters(dataSource),
  writes: new PostgresIdempotencyRepository(dataSource),
  followers: new PostgresFollowerRepository(dataSource),
  addRecords: async (accountId: string, count: number) => {
    const text = `INSERT INTO idempotency_records
      SELECT $1, gen_random_uuid(), 'k', 'f', 'answer', $2 FROM generate_series(1, $3::integer)`;
    await new AccountScope(dataSource).query(accountId, { text, values: [accountId, NOON, count] });
  },
});
idempotencyContract('PostgreSQL', adapters);
idempotencyProperties('PostgreSQL', adapters, 12);

describe('PostgresIdempotencyRepository', () => {
  let items: PostgresFeedbackRepository;
  let writes: PostgresIdempotencyRepository;
  const accountId = anAccountId();
  const newRequest = () => ({ client: randomUUID(), key: 'k', fingerprint: 'f' });
  const add = (account = accountId, at = NOON, request = newRequest()) =>
    writes.add(aFeedback({ accountId: account, created_at: at }), SYSTEM, request, () => 'answer');

  beforeEach(async () => {
    items = new PostgresFeedbackRepository(dataSource);
    writes = new PostgresIdempotencyRepository(dataSource);
    while ((await writes.purge('2099-01-01T00:00:00.000Z')) > 0);
  });

  async function inTransaction(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await poolOf(dataSource).connect();
    try {
      await client.query('BEGIN');
      await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it('rejects a request immediately while another connection processes the same one', async () => {
    const request = newRequest();
    const item = aFeedback({ accountId });
    await items.add(item, SYSTEM);
    const inUse = { code: 'idempotency_key_in_use' };
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      await client.query(lockStatement(accountId, request));
      await expect(add(accountId, NOON, request)).rejects.toMatchObject(inUse);
      const batch = aBatch([{ id: item.id, title: 'T' }]);
      await expect(writes.reviseAll(accountId, batch, request, () => 'x')).rejects.toMatchObject(inUse);
    });
    expect(await add(accountId, NOON, request)).toMatchObject({ isReplay: false });
  });

  it('does not deadlock with deleting the item while it replaces an expired record', async () => {
    const item = aFeedback({ accountId });
    await items.add(item, SYSTEM);
    const request = newRequest();
    const batch = (at: string) =>
      writes.reviseAll(accountId, aBatch([{ id: item.id }], at), request, () => at);
    await batch(NOON);
    let secondBatch!: ReturnType<typeof batch>;
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      await client.query(`SELECT FROM feedback WHERE id = $1 FOR UPDATE`, [item.id]);
      secondBatch = batch(THREE_DAYS_LATER);
      secondBatch.catch(() => {});
      await untilStatementsWait(dataSource);
      await client.query('DELETE FROM feedback WHERE id = $1', [item.id]);
    });
    expect(await secondBatch).toEqual({ text: THREE_DAYS_LATER, isReplay: false });
  });

  it.each(['idempotency_records', 'idempotency_items'])(
    'returns only rows of the current account from %s without a WHERE, and none without an account',
    async (table) => {
      const other = anAccountId();
      for (const account of [accountId, other]) await add(account);
      const text = `SELECT DISTINCT account_id FROM ${table}`;
      expect((await new AccountScope(dataSource).query(other, { text })).rows).toEqual([
        { account_id: other },
      ]);
      await inTransaction(async (client) => {
        await client.query(`SELECT set_config('app.account_id', '', true)`);
        expect((await client.query(text)).rows).toEqual([]);
      });
    },
  );

  it('lets a purge see only expired records, of all accounts, and delete but not update them', async () => {
    const accounts = [anAccountId(), anAccountId()];
    for (const account of accounts) for (const at of [NOON, ONE_LATER]) await add(account, at);
    const seen = 'SELECT account_id, created_at FROM idempotency_records';
    await inTransaction(async (client) => {
      await client.query(
        `SELECT set_config('app.account_id', '', true), set_config('app.ended_at', $1, true)`,
        [NOON],
      );
      const { rows } = await client.query<{ account_id: string; created_at: Date }>(seen);
      expect(rows.map((row) => row.account_id).sort()).toEqual([...accounts].sort());
      expect(rows.every((row) => row.created_at.toISOString() === NOON)).toBe(true);
      await expect(client.query(`UPDATE idempotency_records SET answer = 'forged'`)).rejects.toThrow(
        /row-level security/,
      );
    });
    expect(await writes.purge(NOON)).toBe(2);
    await inTransaction(async (client) => {
      await client.query(`SELECT set_config('app.account_id', '', true)`);
      expect((await client.query(seen)).rows).toEqual([]);
    });
  });

  it('purges on one instance at a time, including the dependent rows', async () => {
    await add();
    await inTransaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(4901178534)');
      expect(await writes.purge(NOON)).toBe(0);
    });
    const purges = await Promise.all([1, 2, 3].map(() => writes.purge(NOON)));
    expect(purges.sort()).toEqual([0, 0, 1]);
    const remaining = await new AccountScope(dataSource).query(accountId, {
      text: 'SELECT FROM idempotency_items',
    });
    expect(remaining.rowCount).toBe(0);
  });

  it('finds the records of a deleted item by index', async () => {
    const item = aFeedback({ accountId, created_at: NOON });
    await writes.add(item, SYSTEM, newRequest(), () => 'answer');
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      await client.query(
        `INSERT INTO idempotency_records SELECT $1, gen_random_uuid(), n::text, 'f', 'a', $2
           FROM generate_series(1, 2000) AS n`,
        [accountId, NOON],
      );
      await client.query(`INSERT INTO idempotency_items (account_id, client, key, item_id)
        SELECT account_id, client, key, gen_random_uuid() FROM idempotency_records WHERE fingerprint = 'f'
        ON CONFLICT DO NOTHING`);
    });
    await dataSource.query('ANALYZE idempotency_records, idempotency_items');
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      // Counts since this connection last reported its statistics to the server.
      const rowsRead = async () => {
        const { rows } = await client.query<{ n: string }>(
          `SELECT sum(seq_tup_read + idx_tup_fetch) AS n FROM pg_stat_xact_user_tables WHERE relname LIKE 'idempotency%'`,
        );
        return Number(rows[0]!.n);
      };
      const before = await rowsRead();
      await client.query('DELETE FROM feedback WHERE account_id = $1 AND id = $2', [accountId, item.id]);
      expect((await rowsRead()) - before).toBeLessThan(10);
      const plan = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT key FROM feedback JOIN idempotency_items item USING (account_id)
           WHERE account_id = $1 AND id = $2 AND item_id = id`,
        [accountId, item.id],
      );
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toMatch(/using idempotency_items_item on/);
    });
    const { rows } = await new AccountScope(dataSource).query(accountId, {
      text: 'SELECT count(*)::integer AS n FROM idempotency_records WHERE answer IS NULL',
    });
    expect(rows).toEqual([{ n: 1 }]);
  });
});
