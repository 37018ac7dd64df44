import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, aQuarantined, mergeItem } from '@libs/feedback/testing';
import { SYSTEM, VISITOR } from '@libs/kernel';
import type { DigestQuery, Feedback } from '@libs/feedback';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../../testing';
import { TypeOrmAccountRepository } from '../../accounts/account/typeorm-account-repository';
import { createDataSource, poolOf } from '../../connection/data-source';
import { maintainEventPartitions } from '../../events/event-partitions';
import { publishChanges } from '../../events/publish-changes';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { TypeOrmQuarantineRepository } from '../quarantine/typeorm-quarantine-repository';
import { PostgresDigestRepository } from './postgres-digest-repository';

const HOUR = 3_600_000;
const EVER = { after: 0, until: Number.MAX_SAFE_INTEGER };

/** notifications.md 6 */
describe('PostgresDigestRepository', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: TypeOrmFeedbackRepository;
  let accountId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new TypeOrmFeedbackRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    const account = anAccount();
    await new TypeOrmAccountRepository(dataSource).add(account, aPerson());
    accountId = account.id;
  });

  const add = async (more: Partial<Parameters<typeof aFeedback>[0]> = {}) => {
    const item = aFeedback({ accountId, source: 'form', ...more });
    await items.add(item, VISITOR);
    return item;
  };
  const merge = (one: Feedback, into: Feedback) => mergeItem(items, accountId, one.id, into.id);
  const publish = async () => {
    while ((await publishChanges(pool))?.changes);
  };
  const last = async () =>
    Number((await pool.query<{ last: string }>('SELECT last FROM event_positions')).rows[0]!.last);
  const digest = (more: Partial<DigestQuery> = {}) =>
    new PostgresDigestRepository(dataSource).digest(accountId, {
      ...EVER,
      filter: {},
      sources: ['form', 'widget', 'api'],
      ...more,
    });

  it('counts items by source and status, and lists the newest', async () => {
    const titles = Array.from({ length: 12 }, (_, n) => `Größe ${n} 🎉`);
    const added = [];
    for (const [n, title] of titles.entries())
      added.push(await add({ title, source: n < 4 ? 'api' : 'form', status: n === 0 ? 'planned' : 'new' }));
    await add({ source: 'import' });
    await add({ source: 'dashboard' });
    await publish();
    const newest = added.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 10);
    expect(await digest()).toEqual({
      total: 12,
      sources: [
        { name: 'form', count: 8 },
        { name: 'api', count: 4 },
      ],
      statuses: [
        { name: 'new', count: 11 },
        { name: 'planned', count: 1 },
      ],
      newest: newest.map(({ id, title }) => ({ id, title })),
      requested: [],
    });
  });

  it('contains the items of a period, and nothing of another account', async () => {
    await add();
    await publish();
    const after = await last();
    const { id } = await add();
    await publish();
    const until = await last();
    await add();
    await publish();
    expect((await digest({ after, until })).newest.map((item) => item.id)).toEqual([id]);
    expect((await digest({ after: until, until })).total).toBe(0);
    accountId = anAccount().id;
    expect((await digest()).total).toBe(0);
  });

  it('contains what was released from quarantine in the period, and nothing that waits there', async () => {
    const quarantine = new TypeOrmQuarantineRepository(dataSource);
    const at = new Date(Date.now() - 48 * HOUR);
    const entry = aQuarantined({ accountId, createdAt: at.toISOString() });
    await quarantine.add(entry);
    await publish();
    const after = await last();
    expect((await digest()).total).toBe(0);
    await quarantine.release(accountId, entry.id, SYSTEM);
    await publish();
    expect((await digest({ after })).newest).toEqual([{ id: entry.id, title: entry.title }]);
  });

  it('leaves out deleted items, and ones that the filter does not match', async () => {
    const deleted = await add();
    const planned = await add({ status: 'planned' });
    await add();
    await publish();
    await items.remove(accountId, deleted.id, 'any', SYSTEM);
    expect((await digest()).total).toBe(2);
    await publish();
    expect((await digest()).total).toBe(2);
    expect((await digest({ filter: { status: 'planned' } })).newest.map(({ id }) => id)).toEqual([
      planned.id,
    ]);
    expect((await digest({ filter: { q: 'nothing like this' } })).total).toBe(0);
  });

  it('leaves out merged items, and lists the most requested open ones of any time', async () => {
    const [target, merged, shipped, other] = [
      await add({ title: 'Target' }),
      await add(),
      await add({ status: 'shipped' }),
      await add(),
    ];
    await publish();
    const after = await last();
    await merge(merged, target);
    await merge(other, shipped);
    expect((await digest()).total).toBe(2);
    expect((await digest({ after })).requested).toEqual([]);
    await add();
    await publish();
    expect((await digest({ after })).requested).toEqual([{ id: target.id, title: 'Target', requests: 2 }]);
  });
});
