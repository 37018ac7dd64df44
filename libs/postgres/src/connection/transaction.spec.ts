import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { poolOf } from './data-source';
import { inTransaction, repeatedAfterDeadlock, repeatedAfterLockTimeout } from './transaction';

const failing = (code: string) => jest.fn(() => Promise.reject(Object.assign(new Error('no'), { code })));

describe('repeatedAfterDeadlock', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    dataSource = await testDataSource('role', `deadlock_timeout = '10ms'`);
  });

  const lock = (client: PoolClient, id: number) =>
    client.query('SELECT pg_advisory_xact_lock($1)', [7_300_000 + id]);

  /** Locks both, and `second` not before the other transaction has locked it. */
  const lockBoth = (first: number, second: number, bothLocked: () => Promise<void>) =>
    repeatedAfterDeadlock(() =>
      inTransaction(poolOf(dataSource), 'SELECT', async (client) => {
        await lock(client, first);
        await bothLocked();
        await lock(client, second);
        return first;
      }),
    );

  it('repeats the transaction that PostgreSQL ended', async () => {
    let locked = 0;
    let meet: () => void;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const bothLocked = () => {
      if (++locked === 2) meet();
      return met;
    };
    expect(await Promise.all([lockBoth(1, 2, bothLocked), lockBoth(2, 1, bothLocked)])).toEqual([1, 2]);
    expect(locked).toBe(3);
  });

  it('passes on other errors, and a deadlock that occurs ten times', async () => {
    for (const [code, attempts] of [
      ['23505', 1],
      ['40P01', 10],
      ['55P03', 1],
    ] as const) {
      const work = failing(code);
      await expect(repeatedAfterDeadlock(work)).rejects.toThrow('no');
      expect(work).toHaveBeenCalledTimes(attempts);
    }
  });
});

describe('repeatedAfterLockTimeout', () => {
  it('repeats a transaction for as long as other requests wait for a row, and rejects it then', async () => {
    for (const [code, attempts] of [
      ['23505', 1],
      ['40P01', 10],
      ['55P03', 50],
    ] as const) {
      const work = failing(code);
      const error = code === '55P03' ? { code: 'too_many_concurrent_requests' } : { message: 'no' };
      await expect(repeatedAfterLockTimeout(work)).rejects.toMatchObject(error);
      expect(work).toHaveBeenCalledTimes(attempts);
    }
  });
});
