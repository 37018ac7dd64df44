import { hash } from 'node:crypto';
import { attemptStoreContract } from '@libs/accounts/testing';
import { uuidOfDigest } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource, until, withManualClock } from '../../../testing';
import { PostgresAttemptStore } from './postgres-attempt-store';

const uuidOf = (name: string): string => uuidOfDigest(hash('sha256', name, 'hex'));

attemptStoreContract('PostgreSQL', async () => {
  const { dataSource, advance } = await withManualClock();
  return { store: new PostgresAttemptStore(dataSource, uuidOf), advance };
});

describe('PostgresAttemptStore', () => {
  const rule = { freeAttempts: 10, memoryMs: 900_000 };
  const names = async (dataSource: DataSource) => {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM sign_in_attempts');
    return rows.map(({ name }) => name);
  };

  it('shares its counts across processes, with a transaction per process and name', async () => {
    const { dataSource } = await withManualClock();
    const stores = Array.from({ length: 4 }, () => new PostgresAttemptStore(dataSource, uuidOf));
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => stores[i % 4]!.attempt([{ name: 'ada', rule }])),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(await names(dataSource)).toEqual([uuidOf('ada')]);
  });

  it('periodically deletes attempts that no longer count, and reports a failure', async () => {
    const dataSource = await testDataSource();
    const failures: unknown[] = [];
    const onPurgeFailed = (error: unknown) => void failures.push(error);
    const store = new PostgresAttemptStore(dataSource, uuidOf, { purgeMs: 0, onPurgeFailed });
    await store.attempt([{ name: 'forgotten', rule: { ...rule, memoryMs: 0 } }]);
    await store.attempt([{ name: 'ada', rule }]);
    await until(async () => (await names(dataSource)).length === 1);
    expect(await names(dataSource)).toEqual([uuidOf('ada')]);
    await dataSource.query('ALTER TABLE sign_in_attempts RENAME TO away');
    await expect(store.attempt([{ name: 'ada', rule }])).rejects.toThrow('sign_in_attempts');
    await until(() => failures.length > 0);
  });
});
