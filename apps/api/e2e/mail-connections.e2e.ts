import { randomBytes } from 'node:crypto';
import { MailComposer } from '@libs/accounts';
import { PostgresMailOutbox } from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { clock } from '../src/clock';
import { newId } from '../src/new-id';
import { useMail } from './support/mail';

const CONNECTIONS = 4;
const RECIPIENTS = 150;
const KEY = randomBytes(32);

/** mail.md 1, mail.md 3 */
describe('mail on several connections', () => {
  const { service, smtp, visitor } = useMail({
    MAIL_CONNECTIONS: String(CONNECTIONS),
    SECRET_ENCRYPTION_KEY: KEY.toString('base64'),
  });

  it('is sent on all of them at once, to each address in order, and links before the rest', async () => {
    const composer = new MailComposer(new SecretBox(randomBytes, KEY), clock, newId);
    const recipients = Array.from({ length: RECIPIENTS }, (_, n) => `follower-${n}@example.com`);
    const bulk = [1, 2].flatMap((count) =>
      recipients.map((to) =>
        composer.compose(null, {
          kind: 'import_finished',
          to,
          parameters: { account: 'Acme', count, created: count },
        }),
      ),
    );
    smtp.takesMs.content = 20;
    await new PostgresMailOutbox(service.dataSource).add(bulk);
    await smtp.accepted(bulk.length / 3);
    const email = `new-${Date.now()}@example.com`;
    const person = { name: 'Ada', email, password: 'a long enough passphrase' };
    expect((await visitor().post('sign-up', { ...person, slug: `new-${Date.now()}` })).status).toBe(201);
    const before = smtp.mails.length;
    await smtp.received(email);
    const place = smtp.mails.findIndex(({ to }) => to === email);
    await smtp.accepted(bulk.length + 1);
    expect(place - before).toBeLessThan(bulk.length / 2);
    const subjects = recipients.map((to) =>
      smtp.mails.filter((mail) => mail.to === to).map(({ headers }) => headers['subject']),
    );
    expect(new Set(subjects.map((two) => two.join(' | '))).size).toBe(1);
    expect(subjects[0]).toHaveLength(2);
    expect(new Set(subjects[0]).size).toBe(2);
    expect(smtp.connections.most).toBe(CONNECTIONS);
  });
});
