import {
  DEFAULT_SETTINGS,
  NotificationMailUseCases,
  type DueDigestMail,
  type MailParameters,
  type NotificationSettings,
} from '@libs/accounts';
import {
  aMessage,
  anAccount,
  aPerson,
  digestMailContract,
  notificationMailContract,
} from '@libs/accounts/testing';
import { DigestMailUseCases, type Feedback } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { memberActor, SYSTEM, VISITOR, type Actor } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { addNote, publishAll, testDataSource, untilStatementsWait, useFreshDatabase } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { PostgresMembershipRepository } from '../../accounts/memberships/postgres-membership-repository';
import { createDataSource, poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import { maintainEventPartitions } from '../../events/event-partitions';
import { PostgresDigestMailRepository } from '../../feedback/digest-mail/postgres-digest-mail-repository';
import { PostgresFeedbackRepository } from '../../feedback/items/postgres-feedback-repository';
import { PostgresQuarantineRepository } from '../../feedback/quarantine/postgres-quarantine-repository';
import { PostgresViewRepository } from '../../feedback/views/postgres-view-repository';
import { PostgresNotificationRepository } from '../postgres-notification-repository';
import { PostgresNotificationSettings } from '../postgres-notification-settings';
import { PostgresNotificationMail } from './postgres-notification-mail';

const MINUTE = 60_000;
const after = (milliseconds: number, from = new Date()) => new Date(from.getTime() + milliseconds);

/** As a worker that sends all messages. */
const SEND = `UPDATE mail_outbox SET status = 'sent', sealed = NULL, finished_at = now() WHERE status = 'pending'`;

for (const contract of [notificationMailContract, digestMailContract]) {
  contract('PostgreSQL', async () => {
    const dataSource = await testDataSource();
    const pool = poolOf(dataSource);
    const accounts = new PostgresAccountRepository(dataSource);
    const items = new PostgresFeedbackRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
    const addItem = async (item: Feedback) => {
      await items.add(item, VISITOR);
      await publishAll(pool);
      return item.id;
    };
    return {
      mail: new PostgresNotificationMail(dataSource),
      notifications: new PostgresNotificationRepository(dataSource),
      settings: new PostgresNotificationSettings(dataSource),
      async addAccount(person) {
        const [account, owner] = [anAccount(), aPerson(person)];
        await accounts.add(account, owner);
        const { name, email } = owner;
        return { accountId: account.id, personId: owner.id, name, email, account: account.name };
      },
      addNote: (...note) => addNote(dataSource, ...note),
      addItem: (accountId, title) => addItem(aFeedback({ accountId, title, source: 'dashboard' })),
      publish: async (accountId) => void (await addItem(aFeedback({ accountId, source: 'form' }))),
      suspend: (id) => dataSource.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [id]),
      leave: (...ids) =>
        dataSource.query('DELETE FROM memberships WHERE account_id = $1 AND person_id = $2', ids),
      remove: async (accountId) => void (await accounts.remove(accountId, new Date())),
      async messages(accountId) {
        const select = 'SELECT id FROM mail_outbox WHERE account_id = $1';
        return (await pool.query<{ id: string }>(select, [accountId])).rows.map(({ id }) => id);
      },
      send: async (accountId) => void (await pool.query(`${SEND} AND account_id = $1`, [accountId])),
    };
  });
}

/** notifications.md 6 */
describe('PostgresNotificationMail', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let mail: PostgresNotificationMail;
  let settings: PostgresNotificationSettings;
  let items: PostgresFeedbackRepository;
  let accounts: PostgresAccountRepository;
  let accountId: string;
  let personId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    mail = new PostgresNotificationMail(dataSource);
    settings = new PostgresNotificationSettings(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
    accounts = new PostgresAccountRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    await pool.query(`DELETE FROM mail_outbox`);
    await asPublisher(pool, async (client) => {
      await client.query(`DELETE FROM notifications`);
      await client.query(`DELETE FROM notification_settings`);
    });
    ({ accountId, personId } = await addAccount());
  });

  const addAccount = async () => {
    const account = anAccount();
    const owner = aPerson();
    await accounts.add(account, owner);
    return { accountId: account.id, personId: owner.id };
  };
  const change = (changed: Partial<NotificationSettings>) => settings.change(accountId, personId, changed);
  const addItem = async (by: Actor = VISITOR) => {
    const item = aFeedback({ accountId, source: 'form' });
    await items.add(item, by);
    return item;
  };
  const publish = async () => {
    await publishAll(pool);
  };

  it.each([
    ['immediately', 1],
    ['off', 0],
  ] as const)(
    'a message is due after an item was assigned, with the setting %s: %i',
    async (assignedMail, count) => {
      await change({ assignedMail });
      const item = await addItem();
      const by = memberActor(randomUUID());
      const at = new Date().toISOString();
      const assignee = { id: personId, name: '' };
      await items.revise(accountId, item.id, { change: { assignee }, expected: 'any', by, at });
      await publish();
      const due = await mail.claimNotifications(new Date());
      expect(due.map(({ kind, item: about }) => [kind, about?.id])).toEqual(
        Array(count).fill(['assigned', item.id]),
      );
    },
  );

  it('is not planned any more for someone who has left', async () => {
    await change({ newFeedbackMail: 'daily' });
    const [left, remaining] = [accountId, await addAccount()];
    await settings.change(remaining.accountId, remaining.personId, { newFeedbackMail: 'daily' });
    await new PostgresMembershipRepository(dataSource).revise(left, personId, () => ({
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
    expect(await mail.claimDigestMail('digest', new Date())).toMatchObject([
      { accountId: remaining.accountId, personId: remaining.personId },
    ]);
  });

  describe('mail about new feedback at once', () => {
    const claim = (now = new Date()) => mail.claimDigestMail('at-once', now);
    const store = (claimed: readonly DueDigestMail[]) => {
      const composed = claimed.map((one) => ({ ...one, since: one.last, nextDueAt: null, message: null }));
      return mail.storeDigestMail('at-once', composed, new Date());
    };
    const dueAt = () =>
      asPublisher(pool, async (client) => {
        const select = 'SELECT feedback_due_at::text AS at FROM notification_settings WHERE person_id = $1';
        return (await client.query<{ at: string }>(select, [personId])).rows[0]!.at;
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

    it('is due again for an item whose publication ends after the claim', async () => {
      await change({ newFeedbackMail: 'immediately' });
      const first = await addItem();
      await publish();
      await addItem();
      await items.remove(accountId, first.id, 'any', VISITOR);
      let published: Promise<void> | undefined;
      await asPublisher(pool, async (client) => {
        await client.query('SELECT 1 FROM events WHERE item_id = $1 FOR UPDATE', [first.id]);
        published = publish();
        await untilStatementsWait(dataSource);
        await store(await claim());
      });
      await published;
      const [due] = await claim(after(5.1 * MINUTE));
      expect(due!.last).toBeGreaterThan(due!.since);
      const { rows } = await pool.query<{ last: string }>('SELECT last FROM event_positions');
      expect(due!.last).toBe(Number(rows[0]!.last));
    });

    it('covers what was published before the claim got its lock', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem();
      await publish();
      const isLocked = async () => {
        const unlocked = 'SELECT 1 FROM notification_settings FOR UPDATE SKIP LOCKED';
        return (await asPublisher(pool, (client) => client.query(unlocked))).rows.length === 0;
      };
      let claimed: ReturnType<typeof claim> | undefined;
      await asPublisher(pool, async (client) => {
        await client.query('LOCK TABLE event_positions IN ACCESS EXCLUSIVE MODE');
        claimed = claim();
        await untilStatementsWait(dataSource);
        expect(await isLocked()).toBe(true);
      });
      expect(await claimed).toHaveLength(1);
    });

    it('is due again if an item is published after a claim is over, and the result is stored then', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem();
      await publish();
      await asPublisher(pool, (client) =>
        client.query(`UPDATE notification_settings SET feedback_due_at = now() - interval '1 hour'`),
      );
      const claimed = await claim(after(-3 * MINUTE));
      await addItem();
      await publish();
      await store(claimed);
      expect(await claim(after(5.1 * MINUTE))).toHaveLength(1);
    });

    it('is not due for someone who has left, although the release before keeps the settings', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await dataSource.query('DELETE FROM memberships WHERE account_id = $1', [accountId]);
      await addItem();
      await publish();
      expect(await claim()).toEqual([]);
    });

    it('is not due after an item was assigned', async () => {
      const item = await addItem();
      await publish();
      await change({ newFeedbackMail: 'immediately' });
      const assignee = { id: personId, name: '' };
      const at = new Date().toISOString();
      await items.revise(accountId, item.id, { change: { assignee }, expected: 'any', by: SYSTEM, at });
      await publish();
      expect(await dueAt()).toBe('infinity');
    });

    it('is not due for the person who caused it, other sources, and other settings', async () => {
      await change({ newFeedbackMail: 'immediately' });
      await addItem(memberActor(personId));
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
    /** New items of each message, by its ID. */
    const totals = new Map<string, number>();
    const mailer = new NotificationMailUseCases(
      {
        stored: mail,
        source: new DigestMailUseCases(
          new PostgresDigestMailRepository(dataSource),
          new PostgresViewRepository(dataSource),
          new PostgresQuarantineRepository(dataSource),
          ['form'],
        ),
        composer: {
          compose(account, { parameters }) {
            const { feedback } = parameters as MailParameters['digest'];
            const message = aMessage({ accountId: account });
            totals.set(message.id, feedback!.total);
            return message;
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
        await pool.query(SEND);
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
    await pool.query(SEND);
    await asPublisher(pool, (client) => client.query(noPause));
    while ((await mailer.composeFeedback()) > 0);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM mail_outbox');
    const reported = rows.map(({ id }) => totals.get(id)!);
    expect(reported.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(reported.length).toBeGreaterThan(5);
  });

  it('finds what is due by its indexes', async () => {
    const plan = await asPublisher(pool, async (client) => {
      await client.query(`SET LOCAL enable_seqscan = off`);
      // With so many that no message is due for, other indexes cost more, whatever the statistics were.
      const accountId = randomUUID();
      await client.query(
        `INSERT INTO notifications (account_id, person_id, id, kind, is_merged, created_at)
         SELECT $1, $1, gen_random_uuid(), 'mentioned', false, now() FROM generate_series(1, 1000)`,
        [accountId],
      );
      await client.query('ANALYZE notifications');
      const explain = async (where: string) =>
        (await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT 1 FROM ${where}`)).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      const plans = [
        await explain(`notifications WHERE mail_due_at <= now() AND read_at IS NULL`),
        await explain(
          `notification_settings WHERE feedback_due_at <= now() AND new_feedback_mail = 'immediately'`,
        ),
        await explain(
          `notification_settings WHERE digest_due_at <= now() AND (new_feedback_mail IN ('daily', 'weekly') OR quarantine_mail = 'daily')`,
        ),
      ];
      await client.query('DELETE FROM notifications WHERE account_id = $1', [accountId]);
      return plans;
    });
    expect(plan[0]).toContain('notifications_mail_due');
    expect(plan[1]).toContain('notification_settings_feedback_due');
    expect(plan[2]).toContain('notification_settings_digest_due');
  });
});
