import { randomBytes, randomInt } from 'node:crypto';
import { MailComposer } from '@libs/accounts';
import { anAccount, aPerson } from '@libs/accounts/testing';
import { HOLD_MS } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { PostgresAccountRepository, PostgresFeedbackRepository, PostgresMailOutbox } from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { newId } from '../src/new-id';
import { clock } from '../src/clock';
import { WorkerProcess } from './support/process';
import { openDataSource, serviceDatabase } from './support/service';
import { TestSmtpServer } from '@tools/testing';

const CONNECTIONS = 5;
const ROUNDS = Number(process.env['MAIL_KILL_ROUNDS'] ?? 5);
const MESSAGES_PER_ROUND = 100;
const TAKES_MS = 50;
const FOLLOWERS = 1_200;
const ADD_FOLLOWERS = `
  WITH added AS (
    INSERT INTO followers (account_id, id, email, confirmed_at, generation, created_at)
    SELECT $1, gen_random_uuid(), n || '@example.com', now(), 'g', now() FROM generate_series(1, $3::integer) n RETURNING id
  )
  INSERT INTO followed_items (account_id, follower_id, item_id, created_at) SELECT $1, id, $2, now() FROM added`;

/** mail.md 3 */
describe('mail workers', () => {
  let database: Awaited<ReturnType<typeof serviceDatabase>>;
  let dataSource: DataSource;
  let smtp: TestSmtpServer;
  let env: Record<string, string>;
  const key = randomBytes(32);

  beforeEach(async () => {
    database = await serviceDatabase();
    dataSource = await openDataSource(database.url);
    smtp = await TestSmtpServer.start();
    env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: key.toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@mail.example',
      MAIL_CONNECTIONS: String(CONNECTIONS),
    };
  });
  afterEach(async () => {
    await smtp.stop();
    await dataSource.destroy();
    await database.drop();
  });

  async function queue(count: number): Promise<readonly string[]> {
    const composer = new MailComposer(new SecretBox(randomBytes, key), clock, newId);
    const recipients = Array.from({ length: count }, (_, n) => `member-${n}@example.com`);
    await new PostgresMailOutbox(dataSource).add(
      recipients.map((to) =>
        composer.compose(null, { kind: 'password_changed', to, parameters: { at: clock().toISOString() } }),
      ),
    );
    return recipients;
  }

  /** As if the time of the claims of killed workers had passed. */
  const endClaims = (seconds = 120) =>
    dataSource.query(
      `UPDATE mail_outbox SET due_at = now() WHERE status = 'pending' AND attempts > 0
         AND due_at < now() + $1 * interval '1 second'`,
      [seconds],
    );
  const pending = async () => {
    const [row] = await dataSource.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM mail_outbox WHERE status = 'pending'`,
    );
    return row.count;
  };
  const expectAll = (recipients: readonly string[]) => {
    expect(new Set(smtp.mails.map(({ to }) => to))).toEqual(new Set(recipients));
    const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']));
    expect(ids.size).toBe(recipients.length);
  };

  it('lose no message, and repeat at most what one of two was sending when it was killed', async () => {
    smtp.takesMs.recipient = TAKES_MS;
    const recipients = await queue(200);
    const [killed, other] = await Promise.all([WorkerProcess.start(env), WorkerProcess.start(env)]);
    try {
      await smtp.accepted(40);
      await killed.kill('SIGKILL');
      while ((await pending()) > 0) {
        await endClaims(118);
        await new Promise((next) => setTimeout(next, 50));
      }
      expectAll(recipients);
      expect(smtp.mails.length - recipients.length).toBeLessThanOrEqual(CONNECTIONS);
    } finally {
      await other.kill('SIGTERM');
    }
  });

  // A server that needs long for the content has all of it when the worker is killed, and keeps it.
  it.each(['recipient', 'content'] as const)(
    `lose no message when they are killed ${ROUNDS} times, with a server that takes long for each %s`,
    async (step) => {
      smtp.takesMs[step] = TAKES_MS;
      const recipients = await queue(MESSAGES_PER_ROUND * ROUNDS);
      for (let round = 0; round < ROUNDS; round++) {
        const worker = await WorkerProcess.start(env);
        await smtp.accepted(smtp.mails.length + randomInt(10, MESSAGES_PER_ROUND / 2));
        await new Promise((next) => setTimeout(next, randomInt(2 * TAKES_MS)));
        await worker.kill('SIGKILL');
        // The server accepts what it has.
        await new Promise((next) => setTimeout(next, 3 * TAKES_MS));
        await endClaims();
      }
      const last = await WorkerProcess.start(env);
      while ((await pending()) > 0) await new Promise((next) => setTimeout(next, 50));
      await last.kill('SIGTERM');
      expectAll(recipients);
      const repeated = smtp.mails.length - recipients.length;
      if (process.env['MAIL_KILL_ROUNDS'])
        console.info(`${ROUNDS} kills, ${step}: ${repeated} repeated, 0 lost`);
      expect(repeated).toBeLessThanOrEqual(ROUNDS * CONNECTIONS);
    },
  );

  /** status-messages.md 5 */
  it(`tell each follower once when they are killed ${ROUNDS} times while they add and send messages`, async () => {
    smtp.takesMs.recipient = 5;
    const account = anAccount();
    await new PostgresAccountRepository(dataSource).add(account, aPerson());
    const accountId = account.id;
    const items = new PostgresFeedbackRepository(dataSource);
    const item = aFeedback({ accountId });
    await items.add(item, SYSTEM);
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(ADD_FOLLOWERS, [accountId, item.id, FOLLOWERS]);
    const at = new Date(Date.now() - HOLD_MS).toISOString();
    await items.reviseAll(accountId, {
      updates: [{ id: item.id, status: 'planned', notify: { message: 'Soon.' } }],
      by: SYSTEM,
      at,
    });
    const count = async (where: string) => {
      const { rows } = await admin.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${where}`);
      return rows[0]!.n;
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const worker = await WorkerProcess.start(env);
        // Half of the workers are killed while they add messages, the others while they send them.
        const before = await count('mail_outbox');
        if (round % 2 === 0) while ((await count('mail_outbox')) === before && before < FOLLOWERS);
        else await smtp.accepted(smtp.mails.length + randomInt(10, 100));
        await worker.kill('SIGKILL');
        await new Promise((next) => setTimeout(next, 50));
        await endClaims();
      }
      const last = await WorkerProcess.start(env);
      while ((await count(`status_messages WHERE delivered = ${FOLLOWERS} AND refused = 0`)) === 0)
        await new Promise((next) => setTimeout(next, 50));
      await last.kill('SIGTERM');
      expectAll(Array.from({ length: FOLLOWERS }, (_, n) => `${n + 1}@example.com`));
      const repeated = smtp.mails.length - FOLLOWERS;
      if (process.env['MAIL_KILL_ROUNDS'])
        console.info(`${ROUNDS} kills: ${FOLLOWERS} followers, ${repeated} repeated, 0 lost`);
      expect(repeated).toBeLessThanOrEqual(ROUNDS * CONNECTIONS);
    } finally {
      await admin.end();
    }
  });
});
