import { asSuperuser } from '@libs/postgres/testing';
import type { ReceivedMail, TestSmtpServer } from '@tools/testing';
import { StatusMessageJob } from '../../src/status-messages/status-message-job';
import { ApiUsageRecording } from '../../src/api-keys/api-usage-recording';
import { NotificationMailJob } from '../../src/notifications/mail/notification-mail-job';
import type { Client } from './client';
import { Dashboard } from './dashboard';
import { publishEvents } from './events';
import { PUBLIC_URL } from './mail';
import { PASSWORD, type Service } from './service';
import type { votingAccount } from './voters';

const LINK = new RegExp(`${PUBLIC_URL}(/[^\\s"<>#]+)`, 'g');

interface Context {
  readonly service: Service;
  readonly client: Client;
  readonly smtp: Pick<TestSmtpServer, 'received' | 'mails'>;
  readonly account: Awaited<ReturnType<typeof votingAccount>>;
}

/** Every kind of message to people without an account, and one for each kind of link in the others. */
const KINDS = [
  ...[
    'receipt',
    'vote_confirmation',
    'follow_link',
    'status_update',
    'changelog_confirmation',
    'changelog_entry',
  ],
  ...['email_confirmation', 'password_reset', 'invitation', 'new_sign_in', 'api_key_created', 'mentioned'],
];

/** Causes messages of each kind, and returns them once they are sent. */
export async function sendEveryKind({ service, client, smtp, account }: Context): Promise<ReceivedMail[]> {
  const { dashboard, slug, call } = account;
  const from = smtp.mails.length;
  const [id, other] = [await account.publish('Dark theme'), await account.publish('Export')];
  const { token } = (await client.call('GET', `/f/${slug}/token`)).json.data;
  const submission = { title: 'Wish', submitter_email: 'receipt@example.com', form_token: token };
  await client.call('POST', `/f/${slug}`, { body: submission });
  await account.vote(id, '198.51.100.1', { email: 'vote@example.com' });
  await call('POST', `/${other}/requests`, { email: 'follower@example.com', notify: true });
  await client.call('POST', `/f/${slug}/me`, {
    body: 'email=follower@example.com',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await call('PATCH', `/${other}`, { status: 'planned', notify: { message: 'Soon.' } });
  await dashboard.patch('public-pages', { changelog: true });
  const typed = { 'content-type': 'application/x-www-form-urlencoded' };
  await client.call('POST', `/f/${slug}/changelog`, { body: 'email=subscriber@example.com', headers: typed });
  const shipped = await account.publish('Shipped', { status: 'shipped' });
  await call('POST', `/${shipped}/requests`, { email: 'follower@example.com', notify: true });
  const { id: entry } = (await dashboard.post('changelog', { title: 'News', items: [shipped] })).json.data;
  await dashboard.patch(`changelog/${entry}`, { status: 'published', notify: true });
  await asSuperuser(service.database, 'UPDATE status_messages SET due_at = now()');
  await service.get(StatusMessageJob).run();
  const visitor = new Dashboard(client);
  await visitor.post('sign-up', { name: 'New', email: `new-${slug}@example.com`, password: PASSWORD });
  await visitor.post('password-reset', { email: dashboard.account.email });
  await dashboard.post('invitations', { role: 'viewer', email: `bo-${slug}@example.com` });
  await dashboard.post('keys', { name: 'Deploy', permission: 'full' });
  await call('POST', `/${id}/notes`, { text: `@${dashboard.account.email.split('@')[0]} look` });
  await publishEvents(service);
  await service.get(NotificationMailJob).run();
  for (;;) {
    const sql = `SELECT kind, bool_and(status = 'sent') AS done FROM mail_outbox GROUP BY kind`;
    const rows = await asSuperuser<{ kind: string; done: boolean }>(service.database, sql);
    const sent = rows.filter(({ done }) => done).map(({ kind }) => kind);
    if (sent.length === rows.length && KINDS.every((kind) => sent.includes(kind))) break;
    await new Promise((next) => setTimeout(next, 20));
  }
  const unsettled = `SELECT FROM status_messages WHERE state = 'sent' AND delivered IS NULL`;
  while ((await asSuperuser(service.database, unsettled)).length > 0)
    await service.get(StatusMessageJob).run();
  await service.get(ApiUsageRecording).run();
  return smtp.mails.slice(from);
}

/** The paths of all links of a message, which start with PUBLIC_URL (mail.md 2): in its text, its HTML, and its headers. */
export function pathsIn({ text, html, headers }: ReceivedMail): string[] {
  const all = [text, html.replaceAll('&amp;', '&'), headers['list-unsubscribe'] ?? ''].join('\n');
  return [...all.matchAll(LINK)].map(([, path]) => path!);
}
