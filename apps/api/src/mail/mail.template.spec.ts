import { MAIL_VALIDITY_SECONDS, type MailContent } from '@libs/accounts';
import { renderMail, renderTest } from './mail.template';

const URL = 'https://feedback.example.com';
const HOSTILE = `<img src=x onerror=1>"'&\r\nBcc: eve@example.com`;
const AT = '2026-03-03T12:00:00.000Z';

const CONTENTS: readonly MailContent[] = [
  { kind: 'password_reset', to: 'a@b.example', parameters: { token: 'TOKEN' } },
  { kind: 'email_confirmation', to: 'a@b.example', parameters: { token: 'TOKEN' } },
  { kind: 'email_change_requested', to: 'a@b.example', parameters: { newEmail: HOSTILE } },
  { kind: 'email_changed', to: 'a@b.example', parameters: { newEmail: HOSTILE } },
  { kind: 'password_changed', to: 'a@b.example', parameters: { at: AT } },
  { kind: 'new_sign_in', to: 'a@b.example', parameters: { at: AT, ip: '192.0.2.1', userAgent: HOSTILE } },
  { kind: 'api_key_created', to: 'a@b.example', parameters: { account: HOSTILE, name: HOSTILE, at: AT } },
  {
    kind: 'member_added',
    to: 'a@b.example',
    parameters: { account: HOSTILE, member: HOSTILE, role: 'editor' },
  },
];

/** mail.md 2 */
describe('renderMail', () => {
  it('is tested with every kind of message', () => {
    expect(CONTENTS.map(({ kind }) => kind)).toEqual(Object.keys(MAIL_VALIDITY_SECONDS));
  });

  it.each(CONTENTS.map((content) => [content.kind, content] as const))('%s', (_kind, content) => {
    const { subject, text, html, to } = renderMail(content, URL);
    expect(to).toBe('a@b.example');
    expect(subject).toMatch(/^[A-Z][^\r\n]{4,60}$/);
    // Escapes values, and loads nothing.
    expect(html).not.toMatch(/<img|<script|<link|url\(|<[^>]+\ssrc=/i);
    if (JSON.stringify(content.parameters).includes('onerror')) {
      expect(html).toContain('&lt;img src=x onerror=1&gt;&quot;&#39;&amp;');
      expect(text).toContain('<img src=x onerror=1>"\'&');
    }
    expect(html).toContain('prefers-color-scheme: dark');
    // Both parts have the same links.
    const linksIn = (part: string) => new Set(part.match(/https:\/\/feedback\.example\.com\/[^\s"<]*/g));
    expect(linksIn(text)).toEqual(linksIn(html));
    expect(text).toContain(`because of your account at ${URL}`);
    expect(html).toContain(`because of your account at ${URL}`);
  });

  it('has the token in the fragment of the link, which no log contains', () => {
    expect(renderMail(CONTENTS[0]!, URL).text).toContain(`${URL}/app/reset-password#TOKEN\n`);
    expect(renderMail(CONTENTS[1]!, URL).text).toContain(`${URL}/app/confirm-email#TOKEN\n`);
  });

  it('has an unsubscribe link in both parts only if the message has one', () => {
    const unsubscribeUrl = 'https://feedback.example.com/u?a=1&b=2';
    const mail = renderMail({ ...CONTENTS[4]!, unsubscribeUrl }, URL);
    expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
    expect(mail.text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(mail.html).toContain('href="https://feedback.example.com/u?a=1&amp;b=2"');
    expect(renderMail(CONTENTS[4]!, URL)).not.toHaveProperty('unsubscribeUrl');
  });

  it('shortens long browser names', () => {
    const parameters = { at: AT, userAgent: 'x'.repeat(1000) };
    const { text } = renderMail({ kind: 'new_sign_in', to: 'a@b.example', parameters }, URL);
    expect(text).toContain(`Browser: ${'x'.repeat(200)}…\n`);
  });

  it('renders the test message', () => {
    expect(renderTest('a@b.example', URL).text).toContain(`${URL} can send mail`);
  });
});
