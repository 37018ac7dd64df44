import type { Role } from '@libs/kernel';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { NEW_PASSWORD, useMail } from './support/mail';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** mail.md 3, mail.md 6 */
describe('mail', () => {
  const { service, smtp, visitor, signedIn } = useMail();

  const outbox = () =>
    service.dataSource.query<{ status: string; sealed: Buffer | null }[]>(
      'SELECT status, sealed FROM mail_outbox',
    );

  it('tells owners about new API keys and a changed password', async () => {
    const { account, dashboard } = await signedIn();
    const key = { name: 'Deploy <b>', permission: 'full' };
    expect((await dashboard.post('keys', key)).status).toBe(201);
    await dashboard.reauthenticate();
    expect((await dashboard.post('person/password', { password: NEW_PASSWORD })).status).toBe(200);
    const mails = await smtp.received(account.email, 3);
    expect(mails.map(({ headers }) => headers['subject'])).toEqual([
      'New sign-in to your account',
      'New API key',
      'Your password was changed',
    ]);
    expect(mails[1]!.text).toContain('“Deploy <b>”');
    expect(mails[1]!.html).toContain('“Deploy &lt;b&gt;”');
  });

  it('tells owners about new members and owners, but not the person', async () => {
    const { account, dashboard } = await signedIn();
    const { account: other, dashboard: visiting } = await signedIn();
    const token = await invite(dashboard, 'viewer');
    expect((await visiting.post('invitations/accept', { token })).status).toBe(200);
    const email = `bo-${account.email}`;
    const { id } = await join(visitor(), await invite(dashboard, 'admin'), email);
    expect((await dashboard.patch(`members/${id}`, { role: 'owner' })).status).toBe(204);
    const mails = (await smtp.received(account.email, 4)).slice(1);
    expect(mails.map(({ headers }) => headers['subject'])).toEqual(['New member', 'New member', 'New owner']);
    // Without the characters that keep the address from being a link.
    const texts = mails.map(({ text }) => text.replaceAll('\u2060', ''));
    expect(texts[0]).toContain(`(${other.email}) can now access`);
    expect(texts[1]).toContain(`Bo (${email}) can now access`);
    expect(texts[2]).toContain(`Bo (${email}) is now an owner of`);
    // Messages to other addresses can arrive in any order.
    for (const to of [email, other.email]) await smtp.received(to);
    const all = smtp.mails.filter(({ to }) => to === email || to === other.email);
    expect(all.map(({ headers }) => headers['subject']).sort()).toEqual([
      'Confirm your email address',
      'New sign-in to your account',
    ]);
  });

  /** mail.md 2 */
  it('sends invitations, and tells members about their role, their removal, and the deletion', async () => {
    const { account, dashboard } = await signedIn();
    const { account: other, dashboard: visiting } = await signedIn();
    const invitation = { role: 'viewer', email: other.email };
    const { name } = (await dashboard.get('account')).json.data;
    const { sent, url } = (await dashboard.post('invitations', invitation)).json.data;
    expect(sent).toBe(true);
    const token = url.split('#')[1];
    const { id } = (await visiting.post('invitations/accept', { token })).json.data.person;
    await dashboard.patch(`members/${id}`, { role: 'admin' });
    await dashboard.delete(`members/${id}`);
    const mails = (await smtp.received(other.email, 4)).slice(1);
    expect(mails.map(({ headers }) => headers['subject'])).toEqual([
      `Invitation to ${name}`,
      `Your role in ${name} was changed`,
      `You were removed from ${name}`,
    ]);
    expect(mails[0]!.text).toContain(url);
    await dashboard.reauthenticate();
    await dashboard.delete('account');
    const last = (await smtp.received(account.email, 3)).at(-1)!;
    expect(last.headers['subject']).toBe(`Account deleted: ${name}`);
  });

  it('sends at most five invitations per hour to an email address', async () => {
    const { dashboard } = await signedIn();
    const invite = () => dashboard.post('invitations', { role: 'viewer', email: 'Carol@example.com' });
    for (let n = 0; n < 5; n++) expect((await invite()).status).toBe(201);
    expect(statusAndCode(await invite())).toEqual([429, 'rate_limit_exceeded']);
    expect((await dashboard.post('invitations', { role: 'viewer' })).json.data.sent).toBe(false);
  });

  it('has a sender, a stable ID, and no secret left behind', async () => {
    const { account } = await signedIn();
    const [mail] = await smtp.received(account.email, 1);
    expect(mail!.headers).toMatchObject({
      from: 'Feedback <no-reply@mail.example>',
      'reply-to': 'help@mail.example',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[\da-f-]{36}@mail\.example>$/),
    });
    expect(mail!.headers).not.toHaveProperty('list-unsubscribe');
    const rows = await outbox();
    expect(rows.length).toBeGreaterThan(0);
    for (const { status, sealed } of rows)
      expect([status, sealed === null]).toEqual([status, status !== 'pending']);
  });

  describe('without SMTP_URL', () => {
    const plain = useService();

    it('is off, and email addresses change at once', async () => {
      const dashboard = await Dashboard.forNewAccount(plain.service, plain.client);
      const email = `new-${dashboard.account.email}`;
      expect((await dashboard.get('sign-up')).json.data.mail).toBe(false);
      const reset = await dashboard.post('password-reset', { email: dashboard.account.email });
      expect(statusAndCode(reset)).toEqual([403, 'mail_not_configured']);
      await dashboard.reauthenticate();
      const changed = await dashboard.patch('person', { email });
      expect(changed.json.data).toMatchObject({ email, pending_email: null });
      await join(new Dashboard(plain.client), await invite(dashboard, 'editor'), 'bo@example.com');
      expect(await plain.service.dataSource.query('SELECT FROM mail_outbox')).toEqual([]);
    });
  });

  async function invite(dashboard: Dashboard, role: Role): Promise<string> {
    return (await dashboard.post('invitations', { role })).json.data.url.split('#')[1];
  }

  /** Accepts an invitation as a new person. */
  async function join(browser: Dashboard, token: string, email: string): Promise<{ id: string }> {
    const body = { token, name: 'Bo', email, password: PASSWORD };
    const { status, json } = await browser.post('invitations/accept', body);
    expect(status).toBe(200);
    return json.data.person;
  }
});
