import {
  DEFAULT_SETTINGS,
  MAIL_LEASE_SECONDS,
  NotificationMailUseCases,
  type ComposedDigest,
  type DigestType,
  type DueDigest,
  type DueNotification,
  type MailParameters,
  type NotificationKind,
  type NotificationSettings,
} from '@libs/accounts';
import { aMessage, anAccount, aPerson } from '@libs/accounts/testing';
import { DigestUseCases } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { ownerActor, SYSTEM, VISITOR, type Actor } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { untilStatementsWait, useFreshDatabase } from '../../../testing';
import { TypeOrmAccountRepository } from '../../accounts/account/typeorm-account-repository';
import { TypeOrmMembershipRepository } from '../../accounts/memberships/typeorm-membership-repository';
import { createDataSource, poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import { maintainEventPartitions } from '../../events/event-partitions';
import { publishChanges } from '../../events/publish-changes';
import { PostgresDigestRepository } from '../../feedback/digest/postgres-digest-repository';
import { TypeOrmFeedbackRepository } from '../../feedback/items/typeorm-feedback-repository';
import { TypeOrmQuarantineRepository } from '../../feedback/quarantine/typeorm-quarantine-repository';
import { PostgresViewRepository } from '../../feedback/views/postgres-view-repository';
import { PostgresNotificationRepository } from '../postgres-notification-repository';
import { PostgresNotificationSettings } from '../postgres-notification-settings';
import { PostgresNotificationMail } from './postgres-notification-mail';

const MINUTE = 60_000;
const after = (milliseconds: number, from = new Date()) => new Date(from.getTime() + milliseconds);

/** notifications.md 6 */
describe('PostgresNotificationMail', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let mail: PostgresNotificationMail;
  let settings: PostgresNotificationSettings;
  let notifications: PostgresNotificationRepository;
  let items: TypeOrmFeedbackRepository;
  let accounts: TypeOrmAccountRepository;
  let accountId: string;
  let personId: string;
  let email: string;
  let name: string;
  /** Name of the person. */
  let owner: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    mail = new PostgresNotificationMail(dataSource);
    settings = new PostgresNotificationSettings(dataSource);
    notifications = new PostgresNotificationRepository(dataSource);
    items = new TypeOrmFeedbackRepository(dataSource);
    accounts = new TypeOrmAccountRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await pool.query(`DELETE FROM mail_outbox`);
    await asPublisher(pool, async (client) => {
      await client.query(`DELETE FROM notifications`);
      await client.query(`DELETE FROM notification_settings`);
    });
    ({ accountId, personId, email, name, owner } = await addAccount());
  });

  const addAccount = async () => {
    const account = anAccount();
    const owner = aPerson();
    await accounts.add(account, owner);
    return {
      accountId: account.id,
      personId: owner.id,
      email: owner.email,
      name: account.name,
      owner: owner.name,
    };
  };
  const change = (changed: Partial<NotificationSettings>) => settings.change(accountId, personId, changed);
  const addItem = async (by: Actor = VISITOR) => {
    const item = aFeedback({ accountId, source: 'form' });
    await items.add(item, by);
    return item;
  };
  const publish = async () => {
    while ((await publishChanges(pool))?.changes);
  };
  const messages = async () =>
    (await pool.query<{ id: string }>('SELECT id FROM mail_outbox ORDER BY id')).rows.map(({ id }) => id);

  describe('messages about notifications', () => {
    const add = async (
      kind: NotificationKind = 'mentioned',
      more: { itemId?: string; subject?: object; createdAt?: Date } = {},
    ) => {
      const id = randomUUID();
      const { itemId = null, subject = {}, createdAt = new Date() } = more;
      const added = { accountId, id, kind, itemId, subject: subject as Record<string, unknown>, createdAt };
      await notifications.add(added, [personId]);
      return id;
    };
    const claim = (now = new Date()) => mail.claimNotifications(now);
    const store = (due: readonly DueNotification[], message = aMessage()) =>
      mail.storeNotifications(due.map((one) => ({ ...one, message: { ...message, accountId } })));

    it('are claimed with the title of the item and the name of the author', async () => {
      const item = await addItem();
      const subject = { note_id: randomUUID(), by: ownerActor(personId) };
      const createdAt = new Date();
      const id = await add('mentioned', { itemId: item.id, subject, createdAt });
      const now = new Date();
      expect(await claim(now)).toEqual([
        {
          accountId,
          personId,
          id,
          kind: 'mentioned',
          count: 1,
          item: { id: item.id, title: item.title },
          subject,
          by: owner,
          recipient: { email, account: name },
          claimedUntil: after(MAIL_LEASE_SECONDS * 1000, now),
        },
      ]);
    });

    it.each([
      ['mentioned', {}, 1],
      ['mentioned', { mentionedMail: 'off' }, 0],
      ['assigned', {}, 1],
      ['assigned', { assignedMail: 'off' }, 0],
      ['import_failed', { mentionedMail: 'off' }, 1],
      ['import_finished', { serviceMail: 'off' }, 0],
      ['webhook_disabled', { serviceMail: 'immediately' }, 1],
      ['new_feedback', { newFeedbackMail: 'immediately' }, 0],
    ] as const)('%s with %j: %i', async (kind, changed, count) => {
      await change(changed);
      await add(kind);
      expect(await claim()).toHaveLength(count);
    });

    it.each([
      ['immediately', 1],
      ['off', 0],
    ] as const)(
      'are due after an item was assigned, with the setting %s: %i',
      async (assignedMail, count) => {
        await change({ assignedMail });
        const item = await addItem();
        const by = ownerActor(randomUUID());
        const at = new Date().toISOString();
        const assignee = { id: personId, name: '' };
        await items.revise(accountId, item.id, { change: { assignee }, expected: 'any', by, at });
        await publish();
        const due = await claim();
        expect(due.map(({ kind, item: about }) => [kind, about?.id])).toEqual(
          Array(count).fill(['assigned', item.id]),
        );
      },
    );

    it('are not due if the notification was read, or is older than a day', async () => {
      await add();
      await notifications.markRead(accountId, personId, null, new Date());
      await add('mentioned', { createdAt: after(-25 * 60 * MINUTE) });
      expect(await claim()).toEqual([]);
    });

    it('are claimed once, also by concurrent processes, and again if no result is stored', async () => {
      for (let n = 0; n < 50; n++) await add();
      const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(50);
      expect(claimed).toHaveLength(50);
      expect(await claim(after((MAIL_LEASE_SECONDS - 5) * 1000))).toEqual([]);
      expect(await claim(after((MAIL_LEASE_SECONDS + 5) * 1000))).toHaveLength(50);
    });

    it('are stored once, with the end of the claim', async () => {
      await add();
      const first = await claim();
      const second = await claim(after((MAIL_LEASE_SECONDS + 1) * 1000));
      const message = aMessage();
      await store(first, aMessage());
      expect(await messages()).toEqual([]);
      await store(second, message);
      await store(second, aMessage());
      expect(await messages()).toEqual([message.id]);
      expect(await claim(after(10 * MINUTE))).toEqual([]);
    });

    it('are due again when a merged notification gets another occurrence', async () => {
      await add('import_finished', { subject: { created: 1 } });
      await store(await claim());
      await add('import_finished', { subject: { created: 2 } });
      expect(await claim()).toMatchObject([{ count: 2, subject: { created: 2 } }]);
    });

    it('have no recipient if the account is suspended or the person has left', async () => {
      await add();
      await dataSource.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [accountId]);
      expect(await claim()).toMatchObject([{ recipient: null }]);
      ({ accountId, personId } = await addAccount());
      await add();
      await dataSource.query('DELETE FROM memberships WHERE account_id = $1', [accountId]);
      expect(await claim()).toMatchObject([{ recipient: null }]);
    });

    it.each([
      ['mentioned', 'mentionedMail'],
      ['assigned', 'assignedMail'],
      ['webhook_disabled', 'serviceMail'],
      ['import_finished', 'serviceMail'],
      ['import_failed', 'serviceMail'],
    ] as const)(
      'of the kind %s are not stored if someone turned off %s in the meantime',
      async (kind, name) => {
        await add(kind);
        await change({ [name]: 'off' });
        await store(await claim());
        expect(await messages()).toEqual([]);
        expect(await claim(after(10 * MINUTE))).toEqual([]);
        await change({ [name]: 'immediately' });
        await add(kind);
        const due = await claim();
        await change({ [name]: 'off' });
        await store(due);
        expect(await messages()).toEqual([]);
      },
    );

    it('are not stored for an account that was deleted', async () => {
      await add();
      const due = await claim();
      await accounts.remove(accountId, new Date());
      await store(due);
      expect(await messages()).toEqual([]);
    });
  });

  describe('digests', () => {
    const claim = (now = new Date(), type: DigestType = 'digest') => mail.claimDigests(type, now);
    const store = (
      due: readonly DueDigest[],
      more: Partial<ComposedDigest> = {},
      type: DigestType = 'digest',
      now = new Date(),
    ) =>
      mail.storeDigests(
        type,
        due.map((one) => ({
          ...one,
          nextDueAt: type === 'digest' ? after(10 * MINUTE) : null,
          message: { ...aMessage(), accountId },
          ...more,
        })),
        now,
      );
    /** Makes the digest due in ten minutes. */
    const plan = async () => store(await claim(), { message: null });

    it('are planned after a change of the settings, and due once', async () => {
      await change({ newFeedbackMail: 'daily', timeZone: 'Europe/Berlin' });
      const due = await claim();
      expect(due).toMatchObject([
        {
          accountId,
          personId,
          recipient: { email, account: name },
          settings: { newFeedbackMail: 'daily', timeZone: 'Europe/Berlin', serviceMail: 'immediately' },
          dueAt: null,
        },
      ]);
      expect(due[0]!.since / 1000).toBeCloseTo(Date.now(), -4);
      await store(due, { message: null });
      expect(await claim(after(9 * MINUTE))).toEqual([]);
      const second = await claim(after(11 * MINUTE));
      expect(second).toHaveLength(1);
      await store(second, { since: 4711, nextDueAt: after(20 * MINUTE) });
      expect(await messages()).toHaveLength(1);
      expect(await claim(after(21 * MINUTE))).toMatchObject([{ since: 4711 }]);
    });

    it('wait until events from before are published', async () => {
      await change({ newFeedbackMail: 'daily' });
      const now = new Date();
      await store(await claim(now), { message: null, nextDueAt: now });
      expect(await claim(after(29_000, now))).toEqual([]);
      expect(await claim(after(31_000, now))).toMatchObject([{ dueAt: now }]);
    });

    it.each([
      [{ newFeedbackMail: 'weekly' }, 1],
      [{ quarantineMail: 'daily' }, 1],
      [{ newFeedbackMail: 'immediately' }, 0],
      [{ newFeedbackMail: 'off' }, 0],
    ] as const)('with %j: %i', async (changed, count) => {
      await change(changed);
      expect(await claim()).toHaveLength(count);
    });

    it('are claimed by one of several processes, and again if no result is stored', async () => {
      await change({ newFeedbackMail: 'daily' });
      await plan();
      const at = after(11 * MINUTE);
      expect((await Promise.all([claim(at), claim(at), claim(at)])).flat()).toHaveLength(1);
      const first = await claim(after((MAIL_LEASE_SECONDS + 1) * 1000, at));
      const second = await claim(after(2 * (MAIL_LEASE_SECONDS + 1) * 1000, at));
      await store(first);
      expect(await messages()).toEqual([]);
      await store(second);
      await store(second);
      expect(await messages()).toHaveLength(1);
    });

    it('are not stored if the person changes a setting in the meantime', async () => {
      await change({ newFeedbackMail: 'daily' });
      await plan();
      const due = await claim(after(11 * MINUTE));
      await change({ newFeedbackMail: 'off' });
      await store(due);
      expect(await messages()).toEqual([]);
      expect(await claim(after(20 * MINUTE))).toEqual([]);
    });

    it('stay due if another setting changes', async () => {
      await change({ newFeedbackMail: 'daily' });
      await plan();
      const due = await claim(after(11 * MINUTE));
      await change({ mentionedMail: 'off' });
      await store(due);
      expect(await messages()).toEqual([]);
      expect(await claim(after(11 * MINUTE))).toMatchObject([{ dueAt: due[0]!.dueAt }]);
    });

    it('keep their period when the interval changes, and start a new one after a pause', async () => {
      await change({ newFeedbackMail: 'daily' });
      await store(await claim(), { since: 4711, message: null });
      await change({ newFeedbackMail: 'weekly' });
      expect(await claim()).toMatchObject([{ since: 4711, dueAt: null }]);
      await change({ newFeedbackMail: 'off' });
      await change({ newFeedbackMail: 'daily' });
      expect((await claim())[0]!.since).toBeGreaterThan(4711);
    });

    it('of a deleted account are not stored', async () => {
      await change({ newFeedbackMail: 'daily' });
      await plan();
      const due = await claim(after(11 * MINUTE));
      await accounts.remove(accountId, new Date());
      await store(due);
      expect(await messages()).toEqual([]);
    });

    it('have no recipient if the person has left', async () => {
      await change({ newFeedbackMail: 'daily' });
      await dataSource.query('DELETE FROM memberships WHERE account_id = $1', [accountId]);
      expect(await claim()).toMatchObject([{ recipient: null }]);
    });
  });

  it('is not planned any more for someone who has left', async () => {
    await change({ newFeedbackMail: 'daily' });
    const [left, remaining] = [accountId, await addAccount()];
    await settings.change(remaining.accountId, remaining.personId, { newFeedbackMail: 'daily' });
    await new TypeOrmMembershipRepository(dataSource).revise(left, personId, () => ({
      next: null,
      event: {
        id: randomUUID(),
        accountId: left,
        type: 'member.left',
        createdAt: new Date(),
        by: SYSTEM,
        subject: {},
      },
    }));
    expect(await settings.find(left, personId)).toEqual(DEFAULT_SETTINGS);
    expect(await mail.claimDigests('digest', new Date())).toMatchObject([
      { accountId: remaining.accountId, personId: remaining.personId },
    ]);
  });

  describe('mail about new feedback at once', () => {
    const claim = (now = new Date()) => mail.claimDigests('at-once', now);
    const store = (due: readonly DueDigest[], now = new Date()) =>
      mail.storeDigests(
        'at-once',
        due.map((one) => ({ ...one, nextDueAt: null, since: one.last, message: null })),
        now,
      );

    it('is due when an item is published, and then not for five minutes', async () => {
      await change({ newFeedbackMail: 'immediately' });
      expect(await claim()).toEqual([]);
      await addItem();
      await publish();
      const due = await claim();
      expect(due).toMatchObject([{ accountId, personId }]);
      expect(due[0]!.last).toBeGreaterThan(due[0]!.since);
      await store(due);
      expect(await claim(after(60 * MINUTE))).toEqual([]);
      await addItem();
      await publish();
      expect(await claim(after(4 * MINUTE))).toEqual([]);
      expect(await claim(after(5.1 * MINUTE))).toMatchObject([{ since: due[0]!.last }]);
    });

    it('is not due for five minutes if an item is published while the result of the last one is stored', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem();
      let published: Promise<void> | undefined;
      await asPublisher(pool, async (client) => {
        await client.query(
          `UPDATE notification_settings SET feedback_checked_at = now() + interval '1 second' WHERE account_id = $1`,
          [accountId],
        );
        published = publish();
        await untilStatementsWait(dataSource);
      });
      await published;
      expect(await claim(after(4.9 * MINUTE))).toEqual([]);
      expect(await claim(after(5.1 * MINUTE))).toHaveLength(1);
    });

    it('is due again for items that are published while it is composed', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem();
      await publish();
      const due = await claim();
      await store(due);
      await addItem();
      await publish();
      const second = await claim(after(6 * MINUTE));
      await addItem();
      await publish();
      await store(second, after(6 * MINUTE));
      expect(await claim(after(12 * MINUTE))).toHaveLength(1);
    });

    it('stays due if another setting changes', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem();
      await publish();
      await change({ timeZone: 'Asia/Tokyo' });
      await change({ newFeedbackMail: 'immediately' });
      expect(await claim()).toHaveLength(1);
    });

    it('is not due for someone who has left, although the release before keeps the settings', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await dataSource.query('DELETE FROM memberships WHERE account_id = $1', [accountId]);
      await addItem();
      await publish();
      expect(await claim()).toEqual([]);
    });

    it('is not due for the person who caused it, other sources, and other settings', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem(ownerActor(personId));
      await items.add(aFeedback({ accountId, source: 'dashboard' }), SYSTEM);
      await publish();
      expect(await claim()).toEqual([]);
      await change({ newFeedbackMail: 'daily' });
      await addItem();
      await publish();
      expect(await claim()).toEqual([]);
    });
  });

  it('reports each item once, although several processes compose while items are published', async () => {
    await change({ newFeedbackMail: 'immediately' });
    const mailer = new NotificationMailUseCases(
      {
        stored: mail,
        source: new DigestUseCases(
          new PostgresDigestRepository(dataSource),
          new PostgresViewRepository(dataSource),
          new TypeOrmQuarantineRepository(dataSource),
          ['form'],
        ),
        composer: {
          compose(account, { parameters }) {
            const { feedback } = parameters as MailParameters['digest'];
            return { ...aMessage({ accountId: account }), sealed: Buffer.of(feedback!.total) };
          },
        },
        unsubscribeUrl: () => '',
        onError: (error) => {
          throw error;
        },
      },
      () => new Date(),
    );
    const noPause = `UPDATE notification_settings SET feedback_checked_at = '-infinity',
      feedback_due_at = CASE WHEN feedback_due_at = 'infinity' THEN feedback_due_at ELSE least(feedback_due_at, now()) END`;
    let isPublishing = true;
    const compose = async () => {
      while (isPublishing) {
        await asPublisher(pool, (client) => client.query(noPause));
        await mailer.composeFeedback();
      }
    };
    const composing = [compose(), compose()];
    for (let n = 0; n < 60; n++) {
      await addItem();
      await publish();
    }
    isPublishing = false;
    await Promise.all(composing);
    await asPublisher(pool, (client) => client.query(noPause));
    while ((await mailer.composeFeedback()) > 0);
    const { rows } = await pool.query<{ sealed: Buffer }>('SELECT sealed FROM mail_outbox');
    const reported = rows.map(({ sealed }) => sealed[0]!);
    expect(reported.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(reported.length).toBeGreaterThan(5);
  });

  it('finds what is due by its indexes', async () => {
    const plan = await asPublisher(pool, async (client) => {
      await client.query(`SET LOCAL enable_seqscan = off`);
      const explain = async (where: string) =>
        (await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT 1 FROM ${where}`)).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      return [
        await explain(`notifications WHERE mail_due_at <= now() AND read_at IS NULL`),
        await explain(
          `notification_settings WHERE feedback_due_at <= now() AND new_feedback_mail = 'immediately'`,
        ),
        await explain(
          `notification_settings WHERE digest_due_at <= now() AND (new_feedback_mail IN ('daily', 'weekly') OR quarantine_mail = 'daily')`,
        ),
      ];
    });
    expect(plan[0]).toContain('notifications_mail_due');
    expect(plan[1]).toContain('notification_settings_feedback_due');
    expect(plan[2]).toContain('notification_settings_digest_due');
  });
});
