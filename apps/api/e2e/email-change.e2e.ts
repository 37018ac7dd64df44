import { randomUUID } from 'node:crypto';
import { statusAndCode } from './support/client';
import type { Dashboard } from './support/dashboard';
import { NEW_PASSWORD, tokenIn, useMail } from './support/mail';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { PASSWORD } from './support/service';

/** mail.md 5 */
describe('mail', () => {
  const { client, smtp, visitor, subjectsTo, resetToken, signedIn } = useMail(LOCAL_WEBHOOKS);

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
});
