import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { NEW_PASSWORD, tokenIn, useMail } from './support/mail';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** mail.md 4 */
describe('mail', () => {
  const { service, smtp, visitor, subjectsTo, resetToken } = useMail();

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
});
