import { anAccountId } from '@libs/feedback/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { AccountScope } from './account-scope';
import { createDataSource, poolOf } from './data-source';
import { observePool, poolUse, type PoolQueue } from './pool-statistics';
import { inTransaction } from './transaction';

const POOL_SIZE = 5;
const LOCK = 18;

/** operator.md 9 */
describe('the statistics of the pool', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let waits: { queue: PoolQueue; seconds: number }[];
  let errors: string[];

  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, poolSize: POOL_SIZE }).initialize();
    [waits, errors] = [[], []];
    observePool(dataSource, {
      waited: (queue, seconds) => waits.push({ queue, seconds }),
      failed: (sqlstateClass) => errors.push(sqlstateClass),
    });
  });
  afterEach(() => dataSource.destroy());

  const run = (text: string, values: unknown[] = []) =>
    new AccountScope(dataSource).query(anAccountId(), { text, values });

  it('counts connections in use, idle ones, and statements that wait for one', async () => {
    const pool = poolOf(dataSource);
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()));
    const waiting = pool.connect();
    expect(poolUse(dataSource)).toEqual({
      max: POOL_SIZE,
      used: POOL_SIZE,
      idle: 0,
      waiting: { pool: 1, account: 0 },
    });
    for (const client of clients) client.release();
    (await waiting).release();
    expect(poolUse(dataSource)).toMatchObject({ used: 0, idle: POOL_SIZE, waiting: { pool: 0 } });
  });

  it('is 0 after the data source was closed', async () => {
    await dataSource.destroy();
    expect(poolUse(dataSource)).toEqual({ max: 0, used: 0, idle: 0, waiting: { pool: 0, account: 0 } });
    await dataSource.initialize();
  });

  it('counts statements that wait for the share of their account', async () => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(`SELECT pg_advisory_lock(${LOCK})`);
    const account = anAccountId();
    const statement = { text: 'SELECT pg_advisory_xact_lock_shared($1)', values: [LOCK] };
    const burst = Array.from({ length: 6 }, () => new AccountScope(dataSource).query(account, statement));
    expect(poolUse(dataSource).waiting.account).toBe(4);
    await admin.end();
    await Promise.all(burst);
    expect(poolUse(dataSource).waiting.account).toBe(0);
    expect(waits.filter(({ queue }) => queue === 'account')).toHaveLength(4);
  });

  it('reports how long a statement waited, and nothing if it got a connection at once', async () => {
    await run('SELECT 1');
    const opened = waits.splice(0);
    expect(opened.map(({ queue }) => queue)).toEqual(opened.map(() => 'pool'));
    await run('SELECT 1');
    await inTransaction(poolOf(dataSource), 'SELECT', (client) => client.query('SELECT 1'));
    await dataSource.query('SELECT 1');
    expect((await poolOf(dataSource).query('SELECT 1')).rowCount).toBe(1);
    expect(waits).toEqual([]);
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => poolOf(dataSource).connect()));
    waits.length = 0;
    const started = performance.now();
    const waiting = run('SELECT 1');
    clients.forEach((client) => client.release());
    await waiting;
    expect(waits).toEqual([{ queue: 'pool', seconds: expect.any(Number) }]);
    expect(waits[0]!.seconds).toBeLessThanOrEqual((performance.now() - started) / 1000);
  });

  it('reports the SQLSTATE class of each error of PostgreSQL, however the statement was sent', async () => {
    await expect(run('SELECT 1 / $1::integer', [0])).rejects.toThrow('division by zero');
    await expect(dataSource.query('SELECT nothing')).rejects.toThrow();
    const failing = inTransaction(poolOf(dataSource), 'SELECT', (client) =>
      client.query(`SELECT 'x'::integer`),
    );
    await expect(failing).rejects.toThrow();
    expect(errors).toEqual(['22', '42', '22']);
  });

  it('reports a lost connection, and one that could not be opened', async () => {
    const client = await poolOf(dataSource).connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const lost = new Promise((resolve) => client.once('end', resolve));
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await lost;
    client.release(true);
    await admin.end();
    // PostgreSQL sends the reason (57P01) before it closes the connection.
    expect(errors).toContain('57');
    errors.length = 0;
    const first = await poolOf(dataSource).connect();
    Object.assign(poolOf(dataSource).options, { connectionString: 'postgres://127.0.0.1:1/nowhere' });
    await expect(poolOf(dataSource).connect()).rejects.toThrow('ECONNREFUSED');
    first.release();
    expect(errors).toEqual(['08']);
  });
});
