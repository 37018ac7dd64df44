import { TestSmtpServer, type ReceivedMail } from '@tools/testing';
import { Dashboard } from './dashboard';
import type { Settings } from './service';
import { useService } from './use-service';

export const NEW_PASSWORD = 'an entirely new passphrase';
export const PUBLIC_URL = 'http://127.0.0.1:3999';

/** Returns the token of the link in both parts of a message. */
export function tokenIn({ text, html }: ReceivedMail, path: string): string {
  const link = new RegExp(`${PUBLIC_URL}/app/${path}#([\\w-]{43})`);
  const [inText, inHtml] = [link.exec(text)?.[1], link.exec(html)?.[1]];
  expect(inText).toEqual(expect.any(String));
  expect(inHtml).toBe(inText);
  return inText!;
}

/**
 * Starts a mail server, and a service that sends mail through it, before the tests of this file or block, and stops
 * them after the tests.
 */
export function useMail(settings: Settings = {}) {
  let server: TestSmtpServer;
  beforeAll(async () => {
    server = await TestSmtpServer.start({ auth: { user: 'feedback', pass: 'p@ss/word' } });
  });
  const { service, client } = useService(() => ({
    SMTP_URL: server.url,
    MAIL_FROM: 'Feedback <no-reply@mail.example>',
    MAIL_REPLY_TO: 'help@mail.example',
    PUBLIC_URL,
    ...settings,
  }));
  afterAll(() => server.stop());

  const smtp = {
    get url() {
      return server.url;
    },
    get mails() {
      return server.mails;
    },
    get takesMs() {
      return server.takesMs;
    },
    get connections() {
      return server.connections;
    },
    received: (to: string, count?: number) => server.received(to, count),
    accepted: (count: number) => server.accepted(count),
  };
  const visitor = () => new Dashboard(client);
  const subjectsTo = async (to: string, count: number) =>
    (await smtp.received(to, count)).map(({ headers }) => headers['subject']);

  /** Requests a reset and returns its token. */
  async function resetToken(email: string, count = 1): Promise<string> {
    expect((await visitor().post('password-reset', { email })).status).toBe(202);
    const mails = await smtp.received(email, count);
    return tokenIn(mails.at(-1)!, 'reset-password');
  }

  /** Returns the owner of a new account, signed in, after the message about it was received. */
  async function signedIn() {
    const dashboard = await Dashboard.forNewAccount(service, client);
    await smtp.received(dashboard.account.email, 1);
    return { dashboard, account: dashboard.account };
  }

  return { service, client, smtp, visitor, subjectsTo, resetToken, signedIn };
}
