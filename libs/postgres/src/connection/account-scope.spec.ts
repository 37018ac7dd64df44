import { anAccountId } from '@libs/feedback/testing';
import { Client, type QueryArrayConfig, type QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { AccountScope } from './account-scope';
import { createDataSource, poolOf } from './data-source';

const LOCK = 17;

describe('AccountScope', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let admin: Client;
  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, poolSize: 5 }).initialize();
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(`SELECT pg_advisory_lock(${LOCK})`);
  });
  afterEach(async () => {
    // Ends the session and releases the lock, which statements of a failed test may be waiting for.
    await admin.end();
    await dataSource.destroy();
  });
  const unlock = () => admin.query(`SELECT pg_advisory_unlock(${LOCK})`);
  const statement = (text: string, value: number): QueryArrayConfig => ({
    text,
    values: [value],
    rowMode: 'array',
  });
  const waitForLock = statement('SELECT pg_advisory_xact_lock_shared($1)', LOCK);
  const one = statement('SELECT $1::integer', 1);
  /** Counts the statements that wait for the lock. */
  const waiting = async () => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`,
    );
    return rowCount;
  };

  it('limits an account to half of the pool, across repositories', async () => {
    const scopes = [new AccountScope(dataSource), new AccountScope(dataSource)];
    const busy = anAccountId();
    const burst = Array.from({ length: 20 }, (_, i) => scopes[i % 2]!.query(busy, waitForLock));
    for (let i = 0; i < 10; i++) {
      expect((await scopes[0]!.query(anAccountId(), one)).rows).toEqual([[1]]);
    }
    while ((await waiting())! < 2) await poolOf(dataSource).query('SELECT 1');
    expect(await waiting()).toBe(2);
    expect((await poolOf(dataSource).query('SELECT 1')).rowCount).toBe(1);
    await unlock();
    await Promise.all(burst);
  });

  it('counts a transaction in the share of its account, but a long one only in the total', async () => {
    const scope = new AccountScope(dataSource);
    const account = anAccountId();
    const wait = (isLong: boolean) =>
      scope.transaction(account, (client) => client.query(waitForLock), { isLong });
    const long = [wait(true), wait(true), wait(true)];
    const short = [wait(false), wait(false)];
    // The pool has five connections. One is reserved for statements without an account.
    while ((await waiting()) !== 4) await poolOf(dataSource).query('SELECT 1');
    await unlock();
    await Promise.all([...long, ...short]);
  });

  /** The account that each connection of the pool is set to. */
  const accountsOfConnections = async () => {
    const pool = poolOf(dataSource);
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    const results = await Promise.all(
      clients.map((client) => client.query(`SELECT current_setting('app.account_id', true) AS account`)),
    );
    clients.forEach((client) => client.release());
    return results.map(({ rows }) => rows[0].account || null);
  };

  it.each([
    ['query', (scope: AccountScope, account: string, sql: QueryArrayConfig) => scope.query(account, sql)],
    [
      'transaction',
      (scope: AccountScope, account: string, sql: QueryArrayConfig) =>
        scope.transaction(account, (client) => client.query(sql)),
    ],
  ])('sets the account for one %s, and leaves nothing to the next user of the connection', async (_, run) => {
    const scope = new AccountScope(dataSource);
    const account = anAccountId();
    const current = { text: `SELECT current_setting('app.account_id', true)`, rowMode: 'array' } as never;
    expect(((await run(scope, account, current)) as { rows: unknown }).rows).toEqual([[account]]);
    await expect(run(scope, account, { text: 'SELECT nothing' } as never)).rejects.toThrow('nothing');
    expect(await accountsOfConnections()).toEqual([null, null, null, null, null]);
  });

  it.each([true, false])(
    'runs statements after failed ones, with prepared statements %p',
    async (prepared) => {
      const other = await createDataSource({
        url: database.url,
        poolSize: 1,
        preparedStatements: prepared,
      }).initialize();
      try {
        const scope = new AccountScope(other);
        const account = anAccountId();
        const table = `later_${prepared}`;
        const missing = { name: table, text: `SELECT $1::integer FROM ${table}`, values: [1] };
        const run = async (sql: QueryConfig) => (await scope.query(account, { ...sql })).rowCount;
        await expect(run(missing)).rejects.toThrow(`"${table}" does not exist`);
        await admin.query(`CREATE TABLE ${table} AS SELECT 1; GRANT SELECT ON ${table} TO PUBLIC`);
        expect([await run(missing), await run(missing)]).toEqual([1, 1]);
        await expect(run({ ...missing, values: ['x'] })).rejects.toThrow('invalid input syntax');
        expect([await run(missing), await run(one)]).toEqual([1, 1]);
        const { rows } = await poolOf(other).query(
          'SELECT count(*) > 0 AS any FROM pg_prepared_statements WHERE name <> $1',
          [''],
        );
        expect(rows).toEqual([{ any: prepared }]);
      } finally {
        await other.destroy();
      }
    },
  );

  it('replaces a connection whose prepared statements are gone', async () => {
    const other = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    try {
      const scope = new AccountScope(other);
      await scope.query(anAccountId(), one);
      await poolOf(other).query('DEALLOCATE ALL');
      await expect(scope.query(anAccountId(), one)).rejects.toMatchObject({ code: '26000' });
      expect((await scope.query(anAccountId(), one)).rows).toEqual([[1]]);
    } finally {
      await other.destroy();
    }
  });

  it('frees capacity after an error', async () => {
    const scope = new AccountScope(dataSource);
    const account = anAccountId();
    await unlock();
    for (let i = 0; i < 5; i++) {
      await expect(scope.query(account, { text: 'SELECT nothing' })).rejects.toThrow('nothing');
      await expect(scope.transaction(account, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      const failing = scope.transaction(account, () => Promise.reject(new Error('no')), { isLong: true });
      await expect(failing).rejects.toThrow('no');
    }
    expect((await scope.query(account, one)).rows).toEqual([[1]]);
  });
});
