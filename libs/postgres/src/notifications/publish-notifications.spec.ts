import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback } from '@libs/feedback/testing';
import { apiKeyActor, memberActor, SYSTEM, VISITOR, type Actor } from '@libs/kernel';
import { anEndpoint } from '@libs/webhooks/testing';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { publishAll, useFreshDatabase } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { MembershipSchema } from '../accounts/memberships/membership.schema';
import { PersonSchema } from '../accounts/people/person.schema';
import { createDataSource, poolOf } from '../connection/data-source';
import { setScope } from '../connection/scoped-query';
import { asPublisher } from '../events/as-publisher';
import { maintainEventPartitions } from '../events/event-partitions';
import { PostgresEventLog } from '../events/postgres-event-log';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresEndpointRepository } from '../webhooks/postgres-endpoint-repository';
import { PostgresNotificationRepository } from './postgres-notification-repository';
import { PostgresNotificationSettings } from './postgres-notification-settings';

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');

/** notifications.md 2 */
describe('publishChanges', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: PostgresFeedbackRepository;
  let notifications: PostgresNotificationRepository;
  let accountId: string;
  let personId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
    notifications = new PostgresNotificationRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    ({ accountId, personId } = await addAccount());
  });

  const addAccount = async () => {
    const account = anAccount();
    const owner = aPerson();
    await new PostgresAccountRepository(dataSource).add(account, owner);
    return { accountId: account.id, personId: owner.id };
  };
  const addMember = async () => {
    const person = aPerson();
    await dataSource.manager.insert(PersonSchema, person);
    const membership = {
      accountId,
      personId: person.id,
      role: 'viewer',
      createdAt: person.createdAt,
    } as const;
    await dataSource.manager.insert(MembershipSchema, membership);
    return person.id;
  };
  const add = async (
    source: 'form' | 'widget' | 'api' | 'dashboard' | 'import' | 'mcp',
    by: Actor = VISITOR,
  ) => {
    const item = aFeedback({ accountId, source });
    await items.add(item, by);
    return item;
  };
  const list = async (reader = { accountId, personId }) =>
    notifications.list(reader.accountId, reader.personId, { limit: 100 });
  const publish = async () => {
    await publishAll(pool);
    return list();
  };

  it.each([
    ['form', 1],
    ['widget', 1],
    ['api', 1],
    ['dashboard', 0],
    ['import', 0],
  ] as const)('tells members of an item from the source %s: %i', async (source, count) => {
    const item = await add(source);
    expect((await publish()).map(({ kind, item: about }) => [kind, about?.id])).toEqual(
      count === 0 ? [] : [['new_feedback', item.id]],
    );
  });

  it('tells the member to whom an item is assigned, except by themselves, and no one else', async () => {
    const item = await add('dashboard');
    const other = await addMember();
    const assign = (id: string | null, by: string) =>
      items.revise(accountId, item.id, {
        change: { assignee: id === null ? null : { id, name: '' } },
        expected: 'any',
        by: memberActor(by),
        at: new Date().toISOString(),
      });
    await assign(personId, personId);
    await assign(other, personId);
    await items.revise(accountId, item.id, {
      change: { title: 'Kept' },
      expected: 'any',
      by: SYSTEM,
      at: new Date().toISOString(),
    });
    await assign(null, personId);
    expect(await publish()).toEqual([]);
    const told = await list({ accountId, personId: other });
    expect(told.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['assigned', { by: { type: 'owner', id: personId } }],
    ]);
    expect(told[0]!.item).toEqual({ id: item.id, title: 'Kept' });
  });

  it('tells of many assigned items in one notification', async () => {
    const other = await addMember();
    const change = { assignee: { id: other, name: '' } };
    const at = new Date().toISOString();
    for (let i = 0; i < 3; i++) {
      const item = await add('dashboard');
      await items.revise(accountId, item.id, { change, expected: 'any', by: memberActor(personId), at });
    }
    await publish();
    const told = await list({ accountId, personId: other });
    expect(told.map(({ kind, count }) => [kind, count])).toEqual([['assigned', 3]]);
  });

  it('tells of many items in one notification, of the last one, once', async () => {
    const other = await addAccount();
    for (let i = 0; i < 4; i++) await add('form');
    await publish();
    const last = await add('api', KEY);
    const told = await publish();
    expect(told).toMatchObject([
      { kind: 'new_feedback', count: 5, item: { id: last.id }, subject: {}, readAt: null },
    ]);
    expect(await publish()).toEqual(told);
    expect(await list(other)).toEqual([]);
  });

  it('does not tell the person who added or released the item', async () => {
    await add('form', memberActor(personId));
    expect(await publish()).toEqual([]);
  });

  it('does not tell someone of new items who does not want to know', async () => {
    await new PostgresNotificationSettings(dataSource).change(accountId, personId, {
      newFeedbackInApp: false,
    });
    await add('form');
    expect(await publish()).toEqual([]);
  });

  it('tells of each webhook that was disabled', async () => {
    const endpoints = new PostgresEndpointRepository(dataSource);
    for (const url of ['https://one.example/', 'https://two.example/']) {
      const endpoint = anEndpoint({ accountId, url });
      await endpoints.add(endpoint, 10);
      await endpoints.disable(accountId, endpoint.id, 'gone', new Date());
    }
    expect(await publish()).toMatchObject([
      {
        kind: 'webhook_disabled',
        count: 1,
        subject: { webhook: { url: expect.any(String), disabled_reason: 'gone' } },
      },
      { kind: 'webhook_disabled', count: 1 },
    ]);
  });

  /** team.md 2 */
  it('tells members without the role for webhooks of new items only', async () => {
    const viewer = randomUUID();
    await dataSource.query(
      `INSERT INTO people VALUES ($1::uuid, $1::text || '@example.com', 'Vera', 'x', now())`,
      [viewer],
    );
    await dataSource.query(`INSERT INTO memberships VALUES ($1, $2, 'viewer', now())`, [accountId, viewer]);
    const endpoint = anEndpoint({ accountId });
    const endpoints = new PostgresEndpointRepository(dataSource);
    await endpoints.add(endpoint, 10);
    await endpoints.disable(accountId, endpoint.id, 'gone', new Date());
    await add('form');
    expect((await publish()).map(({ kind }) => kind).sort()).toEqual(['new_feedback', 'webhook_disabled']);
    expect((await list({ accountId, personId: viewer })).map(({ kind }) => kind)).toEqual(['new_feedback']);
  });

  const importBy = async (actor: string) => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(setScope(accountId, SYSTEM));
    await client.query(
      `INSERT INTO feedback_changes (account_id, actor, kind, item) VALUES ($1, $2, 'imported', '{"created":3,"existing":1}')`,
      [accountId, actor],
    );
    await client.query('COMMIT');
    client.release();
  };

  it('tells of an import, and sends no message to the person who ran it', async () => {
    await importBy(`owner:${personId}`);
    expect(await publish()).toMatchObject([
      { kind: 'import_finished', count: 1, subject: { created: 3, existing: 1 } },
    ]);
    const dueAt = async () =>
      asPublisher(pool, async (client) => {
        const select = 'SELECT mail_due_at FROM notifications WHERE account_id = $1';
        return (await client.query<{ mail_due_at: Date | null }>(select, [accountId])).rows[0]!.mail_due_at;
      });
    expect(await dueAt()).toBeNull();
    await importBy(`owner:${randomUUID()}`);
    await publish();
    expect(await dueAt()).not.toBeNull();
  });

  it('forgets deleted items', async () => {
    const [one, two, three] = [await add('form'), await add('form'), await add('form')];
    const mention = { accountId, kind: 'mentioned', subject: {}, createdAt: new Date() } as const;
    await notifications.add({ ...mention, id: one.id, itemId: one.id }, [personId]);
    await notifications.add({ ...mention, id: two.id, itemId: two.id }, [personId]);
    await publish();
    const remove = (id: string) => items.remove(accountId, id, 'any', SYSTEM);
    await remove(one.id);
    await remove(three.id);
    expect((await publish()).map(({ kind, count, item }) => [kind, count, item?.id ?? null]).sort()).toEqual([
      ['mentioned', 1, two.id],
      ['new_feedback', 3, null],
    ]);
  });

  it('is not stopped by the deletion of the account, which deletes notifications', async () => {
    await add('form');
    await publish();
    await add('form');
    await new PostgresAccountRepository(dataSource).remove(accountId, new Date());
    await new PostgresEventLog(dataSource).removeAll(accountId);
    expect(await publish()).toEqual([]);
  });
});
