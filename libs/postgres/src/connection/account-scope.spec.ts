import { anAccountId } from '@libs/feedback/testing';
import { Client, type QueryArrayConfig } from 'pg';
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
