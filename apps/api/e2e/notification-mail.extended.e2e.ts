import { randomBytes } from 'node:crypto';
import { MailComposer, NEW_FEEDBACK_SOURCES, NotificationMailUseCases } from '@libs/accounts';
import { DigestMailUseCases } from '@libs/feedback';
import {
  PostgresDigestMailRepository,
  PostgresNotificationMail,
  PostgresViewRepository,
  PostgresQuarantineRepository,
} from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { TestSmtpServer } from '@tools/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { newId } from '../src/new-id';
import { clock } from '../src/clock';
import { addDueMembers } from './support/digest-mail-members';
import { acrossAccounts } from './support/events';
import { WorkerProcess } from './support/process';
import { openDataSource, serviceDatabase } from './support/service';

const MEMBERS = 600;
const KILLED_AFTER = 40;
/** Half of them share an account. */
const MANY = 10_000;
/** What is left of 10 minutes after as many messages of 50 ms. Processor time, which other programs do not take. */
const COMPOSED_MS = 100_000;
/** Of the database, for each member: members are read and planned in batches. */
const STATEMENTS = 0.6;

/** notifications.md 6 */
describe('digest mail', () => {
  let database: Awaited<ReturnType<typeof serviceDatabase>>;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await serviceDatabase();
    // Adding thousands of accounts is one statement.
    dataSource = await openDataSource(database.url, 120_000);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const one = async (text: string) => {
    const [row] = await acrossAccounts<{ count: number }>({ dataSource }, text);
    return row!.count;
  };
  const unplanned = () =>
    one('SELECT count(*)::integer AS count FROM notification_settings WHERE digest_due_at <= now()');
  const pending = () => one(`SELECT count(*)::integer AS count FROM mail_outbox WHERE status = 'pending'`);

  it('are lost by no one, and repeated to few at most, although one of two workers is killed', async () => {
    const smtp = await TestSmtpServer.start();
    const env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@mail.example',
    };
    await addDueMembers(dataSource, MEMBERS);
    const [killed, other] = await Promise.all([WorkerProcess.start(env), WorkerProcess.start(env)]);
    try {
      await smtp.accepted(KILLED_AFTER);
      await killed.kill('SIGKILL');
      // As if the time of its claims had passed.
      await acrossAccounts(
        { dataSource },
        `UPDATE notification_settings SET mail_claimed_until = '-infinity'`,
      );
      while ((await unplanned()) + (await pending()) > 0) {
        await dataSource.query(
          `UPDATE mail_outbox SET due_at = now() WHERE status = 'pending' AND attempts > 0
             AND due_at < now() + interval '118 seconds'`,
        );
        await new Promise((next) => setTimeout(next, 50));
      }
      const idsOf = new Map<string, Set<string>>();
      for (const { to, headers } of smtp.mails)
        idsOf.set(to, (idsOf.get(to) ?? new Set()).add(headers['message-id']!));
      expect(idsOf.size).toBe(MEMBERS);
      expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
      expect(smtp.mails.length - MEMBERS).toBeLessThanOrEqual(5);
      expect(smtp.mails[0]!.text).toContain('3 new items in the last day.');
    } finally {
      await other.kill('SIGTERM');
      await smtp.stop();
    }
  });

  it('of 10,000 members are composed in time, with few statements', async () => {
    await addDueMembers(dataSource, MANY / 2, MANY / 2);
    const errors: Error[] = [];
    const source = new DigestMailUseCases(
      new PostgresDigestMailRepository(dataSource),
      new PostgresViewRepository(dataSource),
      new PostgresQuarantineRepository(dataSource),
      NEW_FEEDBACK_SOURCES,
    );
    const mail = new NotificationMailUseCases(
      {
        stored: new PostgresNotificationMail(dataSource),
        source,
        composer: new MailComposer(new SecretBox(randomBytes, randomBytes(32)), clock, newId),
        unsubscribeUrl: () => 'https://feedback.example.com/unsubscribe/token',
        onError: (error) => errors.push(error),
      },
      clock,
    );
    const statements = jest.spyOn(Client.prototype, 'query');
    const before = process.cpuUsage();
    while ((await mail.composeDigestMail()) > 0);
    const { user, system } = process.cpuUsage(before);
    const perMember = statements.mock.calls.length / MANY;
    statements.mockRestore();
    expect(errors).toEqual([]);
    expect([await pending(), await unplanned()]).toEqual([MANY, 0]);
    expect((user + system) / 1000).toBeLessThan(COMPOSED_MS);
    expect(perMember).toBeLessThan(STATEMENTS);
  });
});
