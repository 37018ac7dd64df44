import { Readable } from 'node:stream';
import { checkMail } from '../src/operator/doctor/mail-check';
import { runOperator } from '../src/operator/run-operator';
import { readConfig } from '../src/config';
import { TestSmtpServer } from '@tools/testing';

const MAIL_FROM = 'Feedback <no-reply@mail.example>';

/** mail.md 1, mail.md 7, operator.md 8 */
describe('operator commands for mail', () => {
  let smtp: TestSmtpServer;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start({ auth: { user: 'feedback', pass: 'right' } });
  });
  afterAll(() => smtp.stop());

  async function run(args: string[], env: Record<string, string>) {
    let [out, err] = ['', ''];
    const code = await runOperator(args, {
      env,
      input: Readable.from([]),
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    return { code, out, err };
  }
  const test = (env: Record<string, string>, to = 'ada@example.com') => run(['mail-test', to, '--json'], env);

  it('mail-test sends a message and prints the response of the server', async () => {
    const { code, out, err } = await test({ SMTP_URL: smtp.url, MAIL_FROM });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ to: 'ada@example.com', response: expect.stringMatching(/^250 /) });
    const [mail] = await smtp.received('ada@example.com');
    expect(mail!.headers).toMatchObject({ subject: 'Test message', from: MAIL_FROM });
  });

  it('mail-test says what to do', async () => {
    const wrong = smtp.url.replace('right', 'wrong');
    smtp.rejects = (to) => (to.startsWith('nobody') ? 550 : null);
    for (const [env, to, problem] of [
      [{}, undefined, /^Mail is off: set SMTP_URL and MAIL_FROM/],
      [{ SMTP_URL: smtp.url }, undefined, /^MAIL_FROM must be set when SMTP_URL is set/],
      [{ SMTP_URL: smtp.url, MAIL_FROM }, 'ada', /^ADDRESS must be an email address/],
      [{ SMTP_URL: smtp.url, MAIL_FROM }, 'nobody@example.com', /550.*: check the address/],
      [{ SMTP_URL: wrong, MAIL_FROM }, undefined, /: check the user and the password in SMTP_URL$/m],
      [{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM }, undefined, /: check the host and the port in SMTP_URL/],
    ] as const) {
      const { code, out, err } = await test(env, to);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(problem);
    }
  });

  it('doctor warns about a mail server that it cannot use', async () => {
    const check = (env: Record<string, string>) => checkMail(readConfig(env));
    expect(await check({})).toEqual([]);
    expect(await check({ SMTP_URL: smtp.url, MAIL_FROM })).toMatchObject([{ name: 'mail', state: 'ok' }]);
    expect(await check({ SMTP_URL: smtp.url.replace('right', 'wrong'), MAIL_FROM })).toMatchObject([
      { name: 'mail', state: 'warning', message: expect.stringContaining('check the user') },
    ]);
  });
});
