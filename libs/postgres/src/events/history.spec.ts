import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId, idAt } from '@libs/feedback/testing';
import type { Revision, Status } from '@libs/feedback';
import { apiKeyActor, SYSTEM } from '@libs/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { createDataSource, poolOf } from '../connection/data-source';
import { UNRECORDED } from '../connection/settings';
import { AccountScope } from '../connection/account-scope';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresSubmitterRepository } from '../feedback/submitters/postgres-submitter-repository';
import { asPublisher } from './as-publisher';
import { maintainEventPartitions } from './event-partitions';
import { PostgresEventLog } from './postgres-event-log';
import { publishChanges } from './publish-changes';

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const COLUMNS = 'actor, kind, version, status_from, status_to, is_first, changes';

/** history.md 1 */
describe('the history that the publisher writes', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: PostgresFeedbackRepository;
  let accountId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    accountId = anAccountId();
    await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
  });

  const add = async (more: object = {}) => {
    const item = aFeedback({ accountId, ...more });
    await items.add(item, KEY);
    return item;
  };
  const revise = (id: string, change: Revision['change']) =>
    items.revise(accountId, id, { change, expected: 'any', by: KEY, at: new Date().toISOString() });
  const publish = () => publishChanges(pool);
  const history = async (columns = COLUMNS): Promise<Record<string, unknown>[]> => {
    const text = `SELECT ${columns} FROM feedback_history WHERE account_id = $1 ORDER BY position`;
    return (await asPublisher(pool, (client) => client.query(text, [accountId]))).rows;
  };
  const common = { actor: `api_key:${KEY.id}`, status_from: null, status_to: null, is_first: false };

  it('has an entry without values for a new item', async () => {
    await add();
    await publish();
    expect(await history()).toEqual([{ ...common, kind: 'created', version: 1, changes: null }]);
  });

  it('has an entry with the old and new values for an update', async () => {
    const item = await add({ title: 'Dark', description: null });
    await revise(item.id, { title: 'Dark "mode"', description: 'ü\n🙂' });
    await publish();
    expect((await history())[1]).toEqual({
      ...common,
      kind: 'updated',
      version: 2,
      changes: { title: { from: 'Dark', to: 'Dark "mode"' }, description: { from: null, to: 'ü\n🙂' } },
    });
  });

  it('has the status in columns of their own', async () => {
    const item = await add({ title: 'Dark', status: 'new' });
    await revise(item.id, { status: 'planned', title: 'Dark mode' });
    await revise(item.id, { status: 'shipped' });
    await publish();
    expect((await history()).slice(1)).toMatchObject([
      { status_from: 'new', status_to: 'planned', changes: { title: { from: 'Dark', to: 'Dark mode' } } },
      { status_from: 'planned', status_to: 'shipped', changes: null },
    ]);
  });

  it('has the position and the time of the event of the change', async () => {
    const item = await add();
    await revise(item.id, { status: 'planned' });
    await publish();
    const page = await new PostgresEventLog(dataSource).list(accountId, { after: null, limit: 100 });
    const events = page.events.filter(({ event }) => event.type !== 'feedback.status_changed');
    const entries = await history('position, at');
    expect(entries.map(({ position, at }) => [Number(position), (at as Date).toISOString()])).toEqual(
      events.map(({ position, event }) => [position, event.timestamp]),
    );
  });

  it.each([1, 10])('marks the first change of the status, with %i changes at a time', async (atOnce) => {
    const item = await add();
    const changes = [{ title: 'A' }, { status: 'planned' }, { title: 'B' }, { status: 'building' }] as const;
    for (const [i, change] of [...changes, { status: 'shipped' } as const].entries()) {
      await revise(item.id, change);
      if ((i + 1) % atOnce === 0) await publish();
    }
    await publish();
    expect((await history()).map(({ is_first }) => is_first)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([1, 2, 3, 30])(
    'marks the first change that was not taken back, with %i changes at a time',
    async (atOnce) => {
      const item = await add();
      for (let i = 1; i <= 25; i++) {
        await revise(item.id, { status: i % 2 === 1 ? 'planned' : 'new' });
        if (i % atOnce === 0) await publish();
      }
      await publish();
      const marked = await history('is_first, age_seconds IS NULL AS is_undone');
      const changes = Array.from({ length: 25 }, (_, i) => ({ is_first: i === 24, is_undone: i < 24 }));
      expect(marked.slice(1)).toEqual(changes);
    },
  );

  it.each([1, 3, 100])('marks the first change of every item, with %i changes at a time', async (atOnce) => {
    const statuses: readonly (readonly Status[])[] = [
      ['planned', 'new', 'shipped', 'building'],
      ['planned', 'building', 'planned', 'shipped'],
      ['planned', 'new'],
      ['planned', 'building'],
    ];
    const created = statuses.map((_, i) => idAt(`2026-03-03T10:00:0${i}.000Z`));
    for (const id of created) await add({ id });
    let changes = 0;
    for (const [i, id] of created.entries())
      for (const status of statuses[i]!) {
        await revise(id, { status });
        if (++changes % atOnce === 0) await publish();
      }
    await publish();
    const entries = await history('item_id, is_first, age_seconds IS NULL AS is_undone');
    const marksOf = (id: string) =>
      entries
        .filter(({ item_id }) => item_id === id)
        .slice(1)
        .map(({ is_first, is_undone }) => (is_undone ? 'undone' : is_first ? 'first' : 'later'));
    expect(created.map(marksOf)).toEqual([
      ['undone', 'undone', 'first', 'later'],
      ['first', 'undone', 'undone', 'later'],
      ['undone', 'undone'],
      ['first', 'later'],
    ]);
  });

  it('marks the first change of an imported item', async () => {
    const scope = new AccountScope(dataSource);
    const item = aFeedback({ accountId });
    await scope.transaction(accountId, (client) => client.query(insertOf(item)), { by: UNRECORDED });
    await revise(item.id, { title: 'Other' });
    await revise(item.id, { status: 'planned' });
    await publish();
    expect((await history()).map(({ is_first }) => is_first)).toEqual([false, true]);
  });

  it('marks no first change of an item whose history begins later', async () => {
    const item = await add({ version: 4 });
    await publish();
    await asPublisher(pool, (client) => client.query(`DELETE FROM feedback_history`));
    await revise(item.id, { title: 'Other' });
    await revise(item.id, { status: 'planned' });
    await publish();
    expect((await history()).map(({ is_first }) => is_first)).toEqual([false, false]);
  });

  it('has an entry for an erasure, without values', async () => {
    const item = await add({ submitter_email: 'ada@example.com', title: 'Mail ada@example.com' });
    const erasure = { deletes: false, at: new Date().toISOString(), by: SYSTEM };
    const submitters = new PostgresSubmitterRepository(dataSource);
    await submitters.eraseItems(accountId, 'ada@example.com', [item.id], erasure);
    await publish();
    expect((await history())[1]).toEqual({
      ...common,
      actor: 'system',
      kind: 'updated',
      version: 2,
      changes: null,
    });
  });

  it.each(['at once', 'later'])('has nothing of a deleted item, published %s', async (when) => {
    const item = await add();
    const kept = await add();
    await revise(item.id, { title: 'Secret' });
    if (when === 'later') await publish();
    await items.remove(accountId, item.id, 'any', SYSTEM);
    await publish();
    expect(await history('item_id')).toEqual([{ item_id: kept.id }]);
  });

  it('has the entries of an item that was deleted and added again', async () => {
    const item = await add();
    await publish();
    await items.remove(accountId, item.id, 'any', SYSTEM);
    await items.add(item, KEY);
    await revise(item.id, { title: 'New' });
    await publish();
    expect((await history()).map(({ kind }) => kind)).toEqual(['created', 'updated']);
  });

  it('has nothing of a deleted account', async () => {
    await add();
    const log = new PostgresEventLog(dataSource);
    await publish();
    await add();
    await log.removeAll(accountId);
    expect(await history()).toEqual([]);
    await dataSource.query('DELETE FROM accounts WHERE id = $1', [accountId]);
    await publish();
    expect(await history()).toEqual([]);
  });
});

const insertOf = (item: ReturnType<typeof aFeedback>) => ({
  text: `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
    VALUES ($1, $2, $3, 'new', 'import', $4, $4)`,
  values: [item.accountId, item.id, item.title, item.created_at],
});
