import { randomUUID } from 'node:crypto';
import { policiesOf } from '@libs/accounts';
import { rateLimitStoreContract } from '@libs/accounts/testing';
import type { DataSource } from 'typeorm';
import { until, withManualClock } from '../../../testing';
import { poolOf } from '../../connection/data-source';
import { PostgresRateLimitStore } from './postgres-rate-limit-store';

rateLimitStoreContract('PostgreSQL', async () => {
  const { dataSource, advance } = await withManualClock();
  return { store: new PostgresRateLimitStore(dataSource), advance };
});

describe('PostgresRateLimitStore', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    ({ dataSource } = await withManualClock());
  });
  beforeEach(() => dataSource.query('DELETE FROM rate_limits'));
  afterEach(() => jest.restoreAllMocks());

  const policies = policiesOf('free', { free: { hour: 100, minute: 10 }, pro: { hour: 0, minute: 0 } });
  const take = async (store: PostgresRateLimitStore, keyId: string) => store.take(keyId, [...policies]);

  it('shares one quota per key across processes', async () => {
    const stores = Array.from({ length: 4 }, () => new PostgresRateLimitStore(dataSource));
    const keyId = randomUUID();
    const states = await Promise.all(Array.from({ length: 40 }, (_, i) => take(stores[i % 4]!, keyId)));
    expect(states.filter(({ admitted }) => admitted)).toHaveLength(10);
  });

  it('counts concurrent requests of many keys in a few statements', async () => {
    const store = new PostgresRateLimitStore(dataSource);
    const query = jest.spyOn(poolOf(dataSource), 'query');
    const keyIds = Array.from({ length: 20 }, () => randomUUID());
    const states = await Promise.all(Array.from({ length: 240 }, (_, i) => take(store, keyIds[i % 20]!)));
    expect(query.mock.calls.length).toBeLessThan(5);
    for (let key = 0; key < 20; key++) {
      const ofKey = states.filter((_, i) => i % 20 === key);
      const minutes = ofKey.filter(({ admitted }) => admitted).map(({ windows }) => windows[1]!.remaining);
      expect(minutes.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const rejected = ofKey.filter(({ admitted }) => !admitted);
      expect(rejected.map(({ windows }) => windows.map(({ remaining }) => remaining))).toEqual([
        [90, 0],
        [90, 0],
      ]);
    }
  });

  it('rejects the requests of a failed statement, and counts the next', async () => {
    const store = new PostgresRateLimitStore(dataSource);
    const keyId = randomUUID();
    await dataSource.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => take(store, keyId)));
    expect(taken.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await dataSource.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
    expect((await store.take(keyId, policies)).windows[0]!.remaining).toBe(99);
  });

  it('waits at most one window after the clock is set back', async () => {
    const store = new PostgresRateLimitStore(dataSource);
    const keyId = randomUUID();
    for (let i = 0; i < 10; i++) await store.take(keyId, policies);
    const tomorrow = `now() + interval '1 day'`;
    await dataSource.query(`UPDATE rate_limits SET minute_start = ${tomorrow} WHERE key_id = $1`, [keyId]);
    expect((await store.take(keyId, policies)).windows[1]!.resetSeconds).toBe(60);
    const [{ late }] = await dataSource.query<[{ late: boolean }]>(
      `SELECT minute_start > now() + interval '1 second' AS late FROM rate_limits WHERE key_id = $1`,
      [keyId],
    );
    expect(late).toBe(false);
  });

  it('periodically deletes rows whose windows have ended', async () => {
    const ago = (time: string) => `now() - interval '${time}'`;
    const add = async (hourStart: string, minuteStart: string) => {
      const keyId = randomUUID();
      const row = `($1, ${hourStart}, 1, ${minuteStart}, 1, true)`;
      await dataSource.query(`INSERT INTO rate_limits VALUES ${row}`, [keyId]);
      return keyId;
    };
    await add(ago('3600 seconds'), ago('60 seconds'));
    const ended = await add(ago('1 second'), ago('60 seconds'));
    await dataSource.query('UPDATE rate_limits SET hour_count = 0 WHERE key_id = $1', [ended]);
    const current = [
      await add(ago('3590 seconds'), ago('2 minutes')),
      await add(ago('2 hours'), ago('50 seconds')),
    ];
    const keyIds = async () => {
      const rows = await dataSource.query<{ key_id: string }[]>('SELECT key_id FROM rate_limits');
      return rows.map((row) => row.key_id).sort();
    };

    const countedKeyId = randomUUID();
    await new PostgresRateLimitStore(dataSource).take(countedKeyId, policies);
    expect(await keyIds()).toHaveLength(5);
    await new PostgresRateLimitStore(dataSource, { purgeMs: 0 }).take(countedKeyId, policies);
    await until(async () => (await keyIds()).length === 3);
    expect(await keyIds()).toEqual([...current, countedKeyId].sort());
  });

  it('deletes many rows in several statements', async () => {
    await dataSource.query(`
      INSERT INTO rate_limits SELECT gen_random_uuid(), 'epoch', 1, 'epoch', 1, true
      FROM generate_series(1, 20001)`);
    const query = jest.spyOn(poolOf(dataSource), 'query');
    const keyId = randomUUID();
    await new PostgresRateLimitStore(dataSource, { purgeMs: 0 }).take(keyId, policies);
    const rows = () => dataSource.query<{ key_id: string }[]>('SELECT key_id FROM rate_limits');
    await until(async () => (await rows()).length === 1);
    expect(await rows()).toEqual([{ key_id: keyId }]);
    expect(query.mock.calls.filter(([sql]) => String(sql).includes('DELETE'))).toHaveLength(3);
  });

  it('admits requests and reports the error if a purge fails', async () => {
    const failures: unknown[] = [];
    const store = new PostgresRateLimitStore(dataSource, {
      onPurgeFailed: (error) => failures.push(error),
      purgeMs: 0,
    });
    await dataSource.query(`
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await dataSource.query('CREATE TRIGGER no BEFORE DELETE ON rate_limits EXECUTE FUNCTION no()');
    expect((await store.take(randomUUID(), policies)).admitted).toBe(true);
    await until(() => failures.length > 0);
    expect(String(failures[0])).toContain('no');
    await dataSource.query('DROP FUNCTION no CASCADE');
  });
});
