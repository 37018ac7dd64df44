import type { StorageLimits } from '@libs/accounts';
import { anAccount, aPerson } from '@libs/accounts/testing';
import { aBatch, aFeedback, anAccountId, aQuarantined, idAt } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { anEndpoint } from '@libs/webhooks/testing';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { untilStatementsWait, useFreshDatabase } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { AccountScope } from '../connection/account-scope';
import { createDataSource, poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { maintainEventPartitions } from '../events/event-partitions';
import { publishChanges } from '../events/publish-changes';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresIdempotencyRepository } from '../feedback/idempotency/postgres-idempotency-repository';
import { PostgresNoteRepository } from '../feedback/notes/postgres-note-repository';
import { PostgresQuarantineRepository } from '../feedback/quarantine/postgres-quarantine-repository';
import { PostgresRequestRepository } from '../feedback/requests/postgres-request-repository';
import { PostgresEndpointRepository } from '../webhooks/postgres-endpoint-repository';
import { PostgresAccountStorage } from './postgres-account-storage';
import { COUNT } from './storage.sql';

const MEGABYTE = 1_000_000;
const NONE: StorageLimits = { free: null, pro: null };
const SMALL: StorageLimits = { free: 20_000, pro: MEGABYTE };

/** storage.md 1, storage.md 2, storage.md 3 */
describe('PostgresAccountStorage', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: PostgresFeedbackRepository;
  let storage: PostgresAccountStorage;
  let accountId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
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
    await new PostgresAccountRepository(dataSource).add(anAccount({ id, plan }), aPerson());
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
  const countNext = async () => {
    const claim = await storage.takeDue();
    if (claim) await storage.count(claim);
    return claim !== null;
  };
  const count = async (limits = NONE) => {
    await storage.addAccounts();
    while (await countNext());
    return storage.mark(limits);
  };
  /** As if this time had passed. */
  const pass = (time: string) => {
    const text = `UPDATE account_storage SET counted_at = counted_at - interval '${time}',
      due_at = due_at - interval '${time}', stale_at = stale_at - interval '${time}'`;
    return asPublisher(pool, (client) => client.query(text));
  };
  const countLater = async (limits = NONE, time = '2 days') => {
    await pass(time);
    return count(limits);
  };
  /** Counts in the time that passes before, and returns whether any account was due. */
  const isDueAfter = async (time: string) => {
    await pass(time);
    return countNext();
  };
  const importItems = async () => {
    await asPublisher(pool, (client) =>
      client.query(
        `INSERT INTO feedback_changes (account_id, actor, kind, item) VALUES ($1, 'import', 'imported', '{"created":1,"existing":0}')`,
        [accountId],
      ),
    );
    await publishChanges(pool);
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

  it('adds notes and the quotes of requests before anything is published', async () => {
    const { id: itemId } = await add(100);
    const before = await storage.read(accountId);
    const author = SYSTEM;
    const notes = ['1', '2'].map((n) => {
      const createdAt = `2026-03-03T10:00:0${n}.000Z`;
      const note = { accountId, itemId, id: idAt(createdAt), text: text(1_000), author, authorName: null };
      return { note: { ...note, createdAt }, mentioned: [] };
    });
    expect(await new PostgresNoteRepository(dataSource).add(notes)).toBe(true);
    expect(await storage.read(accountId)).toBe(before + 6_000);
    const now = new Date('2026-03-03T10:00:00.000Z');
    const addition = { source: 'api', by: SYSTEM, now, newId: () => idAt(now.toISOString()) } as const;
    const inputs = [{ quote: text(500) }];
    await new PostgresRequestRepository(dataSource).add(accountId, itemId, { ...addition, inputs });
    expect(await storage.read(accountId)).toBe(before + 7_500);
    expect(
      await new PostgresNoteRepository(dataSource).add([
        { ...notes[0]!, note: { ...notes[0]!.note, itemId: anAccountId() } },
      ]),
    ).toBe(false);
    expect(await storage.read(accountId)).toBe(before + 7_500);
  });

  it('has its own number for each account', async () => {
    const other = await addAccount();
    await add(5_000, other);
    expect(await storage.read(accountId)).toBe(0);
    await count();
    expect(await storage.read(accountId)).toBe(0);
    expect(await storage.read(other)).toBeGreaterThan(0);
  });

  it('counts an account daily', async () => {
    await add();
    await count();
    expect(await isDueAfter('23 hours')).toBe(false);
    expect(await isDueAfter('61 minutes')).toBe(true);
    expect(await isDueAfter('23 hours')).toBe(false);
  });

  it('counts an account whose count failed again after 10 minutes', async () => {
    await count();
    await pass('2 days');
    expect(await storage.takeDue()).toMatchObject({ accountId });
    expect(await isDueAfter('9 minutes')).toBe(false);
    expect(await isDueAfter('2 minutes')).toBe(true);
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

  it('counts an account again when it becomes full, but not within 10 minutes of the last count', async () => {
    await count();
    await add();
    expect(await storage.mark(SMALL)).toEqual([accountId]);
    expect(await isDueAfter('9 minutes')).toBe(false);
    expect(await isDueAfter('2 minutes')).toBe(true);
  });

  it('counts a full account every hour, and so finds what was deleted from its quarantine', async () => {
    const quarantine = new PostgresQuarantineRepository(dataSource);
    await quarantine.add(aQuarantined({ accountId, description: text(10_000) }));
    expect(await count(SMALL)).toEqual([accountId]);
    await countLater(SMALL, '11 minutes');
    expect(await storage.listFull()).toEqual([accountId]);
    await quarantine.removeAll(accountId);
    await countLater(SMALL, '59 minutes');
    expect(await storage.listFull()).toEqual([accountId]);
    await countLater(SMALL, '2 minutes');
    expect(await storage.listFull()).toEqual([]);
  });

  it('has no limit without one', async () => {
    await add();
    await count(SMALL);
    await count(NONE);
    expect(await storage.listFull()).toEqual([]);
  });

  it('counts an account 10 minutes after the last count if it has imported, because the items have no events', async () => {
    await add(10);
    await count();
    const before = await storage.read(accountId);
    await importItems();
    const added = await storage.read(accountId);
    expect(added).toBeGreaterThan(before);
    expect(await isDueAfter('9 minutes')).toBe(false);
    expect(await storage.read(accountId)).toBe(added);
    expect(await isDueAfter('2 minutes')).toBe(true);
    expect(await storage.read(accountId)).toBeLessThan(added);
    expect(await isDueAfter('11 minutes')).toBe(false);
  });

  it('counts an account again after 10 minutes if it imported during the count', async () => {
    await storage.addAccounts();
    const claim = await storage.takeDue();
    await importItems();
    await storage.count(claim!);
    expect(await isDueAfter('9 minutes')).toBe(false);
    expect(await isDueAfter('2 minutes')).toBe(true);
  });

  it('adds deliveries, and counts them', async () => {
    const other = await addAccount();
    await new PostgresEndpointRepository(dataSource).add(anEndpoint({ accountId }), 10);
    await add(10);
    await add(10, other);
    const ofDelivery = async () => (await storage.read(accountId)) - (await storage.read(other));
    expect(await ofDelivery()).toBe(250);
    await count();
    expect(await ofDelivery()).toBeGreaterThan(200);
  });

  it('adds long responses of idempotency keys, and counts all', async () => {
    const responses = new PostgresIdempotencyRepository(dataSource);
    const store = (length: number) => {
      const request = { client: accountId, key: `${length}`, fingerprint: 'f' };
      return responses.reviseAll(accountId, aBatch([]), request, () => text(length));
    };
    await count();
    await store(65_536);
    expect(await storage.read(accountId)).toBe(0);
    await countLater();
    const short = await storage.read(accountId);
    expect(short).toBeGreaterThan(100_000);
    await store(65_537);
    expect(await storage.read(accountId)).toBe(short + 3 * 65_537);
    await countLater();
    expect(await storage.read(accountId)).toBeGreaterThan(1.9 * short);
  });

  it('counts without a parameter, because a statement with one has only 10 seconds', () => {
    expect(COUNT).not.toContain('$');
  });

  it('ends a count when the service stops, and starts no other', async () => {
    await add();
    const claim = (await storage.takeDue())!;
    const stop = new AbortController();
    const blocker = await pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE feedback_notes IN ACCESS EXCLUSIVE MODE');
      const counting = storage.count(claim, stop.signal);
      await untilStatementsWait(dataSource, 1);
      stop.abort();
      await expect(counting).rejects.toThrow('the request was canceled');
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    await expect(storage.count(claim, stop.signal)).rejects.toThrow('aborted');
  });

  it('removes the number of a deleted account', async () => {
    await add();
    await storage.removeAll(accountId);
    expect(await storage.read(accountId)).toBe(0);
  });
});
