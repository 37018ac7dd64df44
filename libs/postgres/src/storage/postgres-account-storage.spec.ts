import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { untilStatementsWait, useFreshDatabase } from '../../testing';
import { TypeOrmAccountRepository } from '../accounts/account/typeorm-account-repository';
import { AccountScope } from '../connection/account-scope';
import { createDataSource, poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { maintainEventPartitions } from '../events/event-partitions';
import { publishChanges } from '../events/publish-changes';
import { TypeOrmFeedbackRepository } from '../feedback/items/typeorm-feedback-repository';
import { PostgresAccountStorage } from './postgres-account-storage';
import { COUNT } from './storage.sql';

const MEGABYTE = 1_000_000;
type Limits = Parameters<PostgresAccountStorage['mark']>[0];
const NONE: Limits = { free: null, pro: null };
const SMALL: Limits = { free: 20_000, pro: MEGABYTE };

/** operator.md 15 */
describe('PostgresAccountStorage', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: TypeOrmFeedbackRepository;
  let storage: PostgresAccountStorage;
  let accountId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new TypeOrmFeedbackRepository(dataSource);
    storage = new PostgresAccountStorage(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await pool.query('DELETE FROM accounts');
    await asPublisher(pool, (client) => client.query('DELETE FROM account_storage'));
    accountId = await addAccount();
  });

  const addAccount = async (plan: 'free' | 'pro' = 'free') => {
    const id = anAccountId();
    await new TypeOrmAccountRepository(dataSource).add(anAccount({ id, plan }), aPerson());
    return id;
  };
  /** Text that PostgreSQL can't compress much. */
  const text = (length: number) =>
    Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('');
  const add = async (length = 5_000, account = accountId) => {
    const item = aFeedback({ accountId: account, description: text(length) });
    await items.add(item, SYSTEM);
    await publishChanges(pool);
    return item;
  };
  const count = async (limits = NONE) => {
    while (await storage.countNext(limits));
    return storage.mark(limits);
  };
  /** Counts again, as after this time. */
  const countLater = async (limits = NONE, time = '2 days') => {
    const text = `UPDATE account_storage SET counted_at = counted_at - interval '${time}'`;
    await asPublisher(pool, (client) => client.query(text));
    await count(limits);
  };

  it('counts an account that has published nothing, such as one with notes only', async () => {
    expect(await storage.read(accountId)).toBe(0);
    await count();
    expect(await storage.read(accountId)).toBe(0);
    await new AccountScope(dataSource).query(accountId, {
      text: `INSERT INTO feedback_notes VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, 'owner', now())`,
      values: [accountId, text(1_000)],
    });
    await countLater();
    expect(await storage.read(accountId)).toBeGreaterThan(1_000);
  });

  it('adds what is published, and counts about as much', async () => {
    const item = await add();
    const added = await storage.read(accountId);
    expect(added).toBeGreaterThan(2 * 15_000);
    await count();
    const counted = await storage.read(accountId);
    expect(counted).toBeGreaterThan(2 * 15_000);
    expect(counted).toBeLessThan(1.6 * added);
    const at = new Date().toISOString();
    await items.revise(accountId, item.id, {
      change: { status: 'planned' },
      expected: 'any',
      by: SYSTEM,
      at,
    });
    await publishChanges(pool);
    // The long description is stored once.
    expect((await storage.read(accountId)) - counted).toBeLessThan(5_000);
  });

  it('has its own number for each account', async () => {
    const other = await addAccount();
    await add(5_000, other);
    expect(await storage.read(accountId)).toBe(0);
    await count();
    expect(await storage.read(accountId)).toBe(0);
    expect(await storage.read(other)).toBeGreaterThan(0);
  });

  it('counts each account once, and again a day later if something was added', async () => {
    await add();
    await count();
    await add(10);
    expect(await storage.countNext(NONE)).toBe(false);
    await countLater();
    expect(await storage.countNext(NONE)).toBe(false);
  });

  it('marks accounts that have reached the limit of their plan, until they have less', async () => {
    const pro = await addAccount('pro');
    const item = await add();
    await add(5_000, pro);
    expect(await count(SMALL)).toEqual([accountId]);
    expect(await storage.listFull()).toEqual([accountId]);
    await items.remove(accountId, item.id, 'any', SYSTEM);
    await publishChanges(pool);
    expect(await count(SMALL)).toEqual([]);
    expect(await storage.listFull()).toEqual([accountId]);
    await countLater(SMALL);
    expect(await storage.listFull()).toEqual([]);
    expect(await storage.read(accountId)).toBeLessThan(5_000);
  });

  it('has no limit without one', async () => {
    await add();
    await count(SMALL);
    await count(NONE);
    expect(await storage.listFull()).toEqual([]);
  });

  it('counts an account again after an import, whose items have no events', async () => {
    await add(10);
    await count();
    const before = await storage.read(accountId);
    await asPublisher(pool, (client) =>
      client.query(
        `INSERT INTO feedback_changes (account_id, actor, kind, item) VALUES ($1, 'import', 'imported', '{"created":1,"existing":0}')`,
        [accountId],
      ),
    );
    await publishChanges(pool);
    const added = await storage.read(accountId);
    expect(added).toBeGreaterThan(before);
    await count();
    expect(await storage.read(accountId)).toBe(added);
    await countLater(NONE, '11 minutes');
    expect(await storage.read(accountId)).toBeLessThan(added);
  });

  it('counts without a parameter, because a statement with one has only 10 seconds', () => {
    expect(COUNT).not.toContain('$');
  });

  it('ends a count when the service stops', async () => {
    await add();
    const blocker = await pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE feedback_notes IN ACCESS EXCLUSIVE MODE');
      const stop = new AbortController();
      const counting = storage.countNext(NONE, stop.signal);
      await untilStatementsWait(dataSource, 1);
      stop.abort();
      await expect(counting).rejects.toThrow('the request was canceled');
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });

  it('removes the number of a deleted account', async () => {
    await add();
    await storage.removeAll(accountId);
    expect(await storage.read(accountId)).toBe(0);
  });
});
