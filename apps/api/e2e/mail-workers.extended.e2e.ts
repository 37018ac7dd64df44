import { randomBytes } from 'node:crypto';
import { MailComposer } from '@libs/accounts';
import { PostgresMailOutbox } from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { newId } from '../src/new-id';
import { clock } from '../src/clock';
import { WorkerProcess } from './support/process';
import { openDataSource, serviceDatabase } from './support/service';
import { TestSmtpServer } from '@tools/testing';

const MESSAGES = 200;
const KILLED_AFTER = 40;

/** mail.md 3 */
describe('mail workers', () => {
  it('lose no message, and repeat at most one, although one of two is killed', async () => {
    const database = await serviceDatabase();
    const dataSource = await openDataSource(database.url);
    const smtp = await TestSmtpServer.start();
    const key = randomBytes(32);
    const env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: key.toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@mail.example',
    };
    const composer = new MailComposer(new SecretBox(randomBytes, key), clock, newId);
    const recipients = Array.from({ length: MESSAGES }, (_, n) => `member-${n}@example.com`);
    await new PostgresMailOutbox(dataSource).add(
      recipients.map((to) =>
        composer.compose(null, { kind: 'password_changed', to, parameters: { at: clock().toISOString() } }),
      ),
    );
    const [killed, other] = await Promise.all([WorkerProcess.start(env), WorkerProcess.start(env)]);
    try {
      await smtp.accepted(KILLED_AFTER);
      await killed.kill('SIGKILL');
      // As if the time of the claim of the killed worker had passed.
      const isSent = async () => {
        const [{ pending }] = await dataSource.query<[{ pending: number }]>(
          `SELECT count(*)::integer AS pending FROM mail_outbox WHERE status = 'pending'`,
        );
        return pending === 0;
      };
      const endClaims = () =>
        dataSource.query(
          `UPDATE mail_outbox SET due_at = now() WHERE status = 'pending' AND attempts > 0
             AND due_at < now() + interval '118 seconds'`,
        );
      while (!(await isSent())) {
        await endClaims();
        await new Promise((next) => setTimeout(next, 50));
      }
      expect(new Set(smtp.mails.map(({ to }) => to))).toEqual(new Set(recipients));
      expect(smtp.mails.length - MESSAGES).toBeLessThanOrEqual(1);
      const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']));
      expect(ids.size).toBe(MESSAGES);
    } finally {
      await other.kill('SIGTERM');
      await smtp.stop();
      await dataSource.destroy();
      await database.drop();
    }
  });
});
