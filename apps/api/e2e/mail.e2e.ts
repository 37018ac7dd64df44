import { randomUUID } from 'node:crypto';
import type { Role } from '@libs/accounts';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';
import { TestSmtpServer, type ReceivedMail } from '@tools/testing';

const NEW_PASSWORD = 'an entirely new passphrase';
const PUBLIC_URL = 'http://127.0.0.1:3999';

/** Returns the token of the link in both parts of a message. */
function tokenIn({ text, html }: ReceivedMail, path: string): string {
  const link = new RegExp(`${PUBLIC_URL}/app/${path}#([\\w-]{43})`);
  const [inText, inHtml] = [link.exec(text)?.[1], link.exec(html)?.[1]];
  expect(inText).toEqual(expect.any(String));
  expect(inHtml).toBe(inText);
  return inText!;
}

/** mail.md 3, mail.md 4, mail.md 5, mail.md 6 */
describe('mail', () => {
  let smtp: TestSmtpServer;

  beforeAll(async () => {
    smtp = await TestSmtpServer.start({ auth: { user: 'feedback', pass: 'p@ss/word' } });
  });
  const { service, client } = useService(() => ({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Feedback <no-reply@mail.example>',
    MAIL_REPLY_TO: 'help@mail.example',
    PUBLIC_URL,
    ...LOCAL_WEBHOOKS,
  }));
  afterAll(() => smtp.stop());

  const visitor = () => new Dashboard(client);
  const subjectsTo = async (to: string, count: number) =>
    (await smtp.received(to, count)).map(({ headers }) => headers['subject']);
  const outbox = () =>
    service.dataSource.query<{ status: string; sealed: Buffer | null }[]>(
      'SELECT status, sealed FROM mail_outbox',
    );

  /** Requests a reset and returns its token. */
  async function resetToken(email: string, count = 1): Promise<string> {
    expect((await visitor().post('password-reset', { email })).status).toBe(202);
    const mails = await smtp.received(email, count);
    return tokenIn(mails.at(-1)!, 'reset-password');
  }

  describe('a password reset', () => {
    it('sets a password once, ends all sessions, and is recorded', async () => {
      const { email } = await service.account();
      const signedIn = visitor();
      await signedIn.signIn(email);
      await smtp.received(email, 1);
      const token = await resetToken(email, 2);
      const browser = visitor();
      const weak = await browser.post('password-reset/confirm', { token, password: 'short' });
      expect(statusAndCode(weak)).toEqual([400, 'too_short']);
      const done = await browser.post('password-reset/confirm', { token, password: NEW_PASSWORD });
      expect([done.status, done.json]).toEqual([200, { data: { email } }]);
      expect((await signedIn.get('session')).status).toBe(401);
      const again = await browser.post('password-reset/confirm', { token, password: NEW_PASSWORD });
      expect(statusAndCode(again)).toEqual([410, 'link_invalid']);
      const old = await visitor().post('session', { email, password: PASSWORD });
      expect(statusAndCode(old)).toEqual([401, 'invalid_credentials']);
      // The browser of the link is known, so no notice of a new sign-in follows.
      await browser.signIn(email, NEW_PASSWORD);
      const log = (await browser.get('security-log')).json.data as { type: string }[];
      expect(log.map(({ type }) => type)).toContain('owner.password_reset');
      expect(await subjectsTo(email, 3)).toEqual([
        'New sign-in to your account',
        'Reset your password',
        'Your password was changed',
      ]);
    });

    it('gets the same response for an unknown email address, and too many requests', async () => {
      const { email } = await service.account();
      const responses = [];
      for (const address of [email, `nobody-${email}`, 'not an address', ...Array(8).fill(email)]) {
        const { status, json } = await visitor().post('password-reset', { email: address });
        responses.push([status, json]);
      }
      expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
        new Set([JSON.stringify([202, { data: { valid_minutes: 60 } }])]),
      );
      await smtp.received(email, 5);
      // The requests run concurrently, so any of them can be the last.
      const statuses = [];
      for (const mail of await smtp.received(email, 5)) {
        const body = { token: tokenIn(mail, 'reset-password'), password: NEW_PASSWORD };
        statuses.push((await visitor().post('password-reset/confirm', body)).status);
      }
      expect(statuses.toSorted()).toEqual([200, 410, 410, 410, 410]);
      expect((await smtp.received(email, 6)).length).toBe(6);
      expect(smtp.mails.filter(({ to }) => to === `nobody-${email}`)).toEqual([]);
    });

    it('keeps only the last link, and rejects malformed and expired ones', async () => {
      const { email } = await service.account();
      const first = await resetToken(email);
      const second = await resetToken(email, 2);
      for (const token of [first, '', 'x', 'A'.repeat(43)]) {
        const response = await visitor().post('password-reset/confirm', { token, password: NEW_PASSWORD });
        expect([token, ...statusAndCode(response)]).toEqual([token, 410, 'link_invalid']);
      }
      await service.dataSource.query(
        `UPDATE password_resets SET expires_at = now() FROM people WHERE id = person_id AND email = $1`,
        [email],
      );
      const late = await visitor().post('password-reset/confirm', { token: second, password: NEW_PASSWORD });
      expect(statusAndCode(late)).toEqual([410, 'link_invalid']);
    });

    describe('with SIGN_UP_PER_HOUR', () => {
      const strict = useService(() => ({
        SMTP_URL: smtp.url,
        MAIL_FROM: 'a@b.example',
        SIGN_UP_PER_HOUR: '2',
      }));

      it('is limited by IP address', async () => {
        const statuses = [];
        for (let n = 0; n < 3; n++) {
          const email = `nobody-${n}@example.com`;
          statuses.push((await new Dashboard(strict.client).post('password-reset', { email })).status);
        }
        expect(statuses).toEqual([202, 202, 429]);
      });
    });
  });

  /** mail.md 8 */
  describe('the address of a new person', () => {
    const signUp = async () => {
      const dashboard = visitor();
      const email = `new-${randomUUID()}@example.com`;
      const response = await dashboard.post('sign-up', { name: 'New', email, password: PASSWORD });
      expect(response.status).toBe(201);
      return { dashboard, email };
    };
    const person = async (dashboard: Dashboard) => (await dashboard.get('person')).json.data;

    it('gets a link, and no other message before it is used', async () => {
      const { dashboard, email } = await signUp();
      expect(await person(dashboard)).toMatchObject({ email_confirmed: false, pending_email: { email } });
      await visitor().signIn(email);
      await dashboard.reauthenticate();
      await dashboard.post('keys', { name: 'Deploy', permission: 'full' });
      const token = tokenIn((await smtp.received(email))[0]!, 'confirm-email');
      expect((await dashboard.post('confirm-email', { token })).json).toEqual({ data: { email } });
      expect(await person(dashboard)).toMatchObject({ email_confirmed: true, pending_email: null });
      await visitor().signIn(email);
      expect(await subjectsTo(email, 2)).toEqual([
        'Confirm your email address',
        'New sign-in to your account',
      ]);
    });

    it('is confirmed by a password reset, which revokes API keys and disables webhooks', async () => {
      const { dashboard, email } = await signUp();
      const { secret } = (await dashboard.post('keys', { name: 'Deploy', permission: 'full' })).json.data;
      const webhook = { url: 'http://127.0.0.2:9/hook', events: ['*'] };
      expect(statusAndCode(await dashboard.post('webhooks', webhook))).toEqual([201, undefined]);
      const token = await resetToken(email, 2);
      const browser = visitor();
      await browser.post('password-reset/confirm', { token, password: NEW_PASSWORD });
      expect(statusAndCode(await client.call('GET', '/api/v1/feedback', { key: secret }))).toEqual([
        401,
        'api_key_revoked',
      ]);
      await browser.signIn(email, NEW_PASSWORD);
      expect(await person(browser)).toMatchObject({ email_confirmed: true });
      expect((await browser.get('webhooks')).json.data).toMatchObject([{ status: 'disabled' }]);
    });
  });

  describe('a new email address', () => {
    it('counts when it is confirmed, and the old one is told', async () => {
      const { account, ...rest } = await signedIn();
      const { dashboard } = rest;
      const email = `new-${account.email}`;
      await dashboard.reauthenticate();
      const change = await dashboard.patch('person', { email });
      expect(change.json.data).toMatchObject({
        email: account.email,
        pending_email: { email, expires_at: expect.stringMatching(/Z$/) },
      });
      const token = tokenIn((await smtp.received(email))[0]!, 'confirm-email');
      await visitor().signIn(account.email);
      expect(statusAndCode(await visitor().post('confirm-email', { token }))).toEqual([
        403,
        'sign_in_to_confirm',
      ]);
      const confirmed = await dashboard.post('confirm-email', { token });
      expect([confirmed.status, confirmed.json]).toEqual([200, { data: { email } }]);
      expect(statusAndCode(await visitor().post('confirm-email', { token }))).toEqual([410, 'link_invalid']);
      expect((await dashboard.get('person')).json.data).toMatchObject({ email, pending_email: null });
      await visitor().signIn(email);
      expect(await subjectsTo(account.email, 4)).toEqual([
        'New sign-in to your account',
        'Your email address is about to change',
        'New sign-in to your account',
        'Your email address was changed',
      ]);
    });

    it('can be sent again and cancelled', async () => {
      const { account, dashboard } = await signedIn();
      const email = `again-${account.email}`;
      expect(statusAndCode(await dashboard.post('person/pending-email/send', {}))).toEqual([
        404,
        'no_pending_email',
      ]);
      expect(statusAndCode(await dashboard.delete('person/pending-email'))).toEqual([
        404,
        'no_pending_email',
      ]);
      await dashboard.reauthenticate();
      await dashboard.patch('person', { email, name: 'Renamed' });
      expect((await dashboard.get('person')).json.data.name).toBe('Renamed');
      const first = tokenIn((await smtp.received(email))[0]!, 'confirm-email');
      expect((await dashboard.post('person/pending-email/send', {})).json.data.pending_email.email).toBe(
        email,
      );
      const second = tokenIn((await smtp.received(email, 2))[1]!, 'confirm-email');
      expect(statusAndCode(await visitor().post('confirm-email', { token: first }))).toEqual([
        410,
        'link_invalid',
      ]);
      expect((await dashboard.delete('person/pending-email')).status).toBe(204);
      expect(statusAndCode(await visitor().post('confirm-email', { token: second }))).toEqual([
        410,
        'link_invalid',
      ]);
    });

    it('needs reauthentication, and an address that no one else has', async () => {
      const { account: other } = await signedIn();
      const { dashboard } = await signedIn();
      const change = () => dashboard.patch('person', { email: other.email });
      expect(statusAndCode(await change())).toEqual([403, 'reauthentication_required']);
      await dashboard.reauthenticate();
      expect(statusAndCode(await change())).toEqual([409, 'email_taken']);
    });
  });

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
    const all = smtp.mails.filter(({ to }) => to === email || to === other.email);
    expect(all.map(({ headers }) => headers['subject']).sort()).toEqual([
      'Confirm your email address',
      'New sign-in to your account',
    ]);
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

  async function signedIn() {
    const dashboard = await Dashboard.forNewAccount(service, client);
    await smtp.received(dashboard.account.email, 1);
    return { dashboard, account: dashboard.account };
  }
});
