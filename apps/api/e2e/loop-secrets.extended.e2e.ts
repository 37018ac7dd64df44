import { asSuperuser, freshDatabase, until, type FreshDatabase } from '@libs/postgres/testing';
import { TestSmtpServer } from '@tools/testing';
import { Client } from './support/client';
import { Collector } from './support/collector';
import { ServiceProcess } from './support/process';
import { personPathIn } from './support/voters';

const EMAIL = 'Ada@visitor.example';
const TO = EMAIL.toLowerCase();
const REJECTED = 'rejected@visitor.example';
const TYPED = { 'content-type': 'application/x-www-form-urlencoded' };

/** following.md 4, mail.md 3, operator.md 12 */
describe('the link and the address of a person', () => {
  let database: FreshDatabase;
  let smtp: TestSmtpServer;
  let collector: Collector;
  let service: ServiceProcess;
  let client: Client;

  beforeAll(async () => {
    [database, smtp, collector] = await Promise.all([
      freshDatabase(),
      TestSmtpServer.start(),
      Collector.start(),
    ]);
    // As mail servers do, it repeats the address.
    smtp.says = `User unknown: <${REJECTED}>`;
    smtp.rejects = (to) => (to === REJECTED ? 550 : null);
    service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@mail.example',
      LOG_LEVEL: 'debug',
      FORM_MIN_SECONDS: '0',
      SHUTDOWN_DELAY: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '5',
    });
    client = new Client(service);
  });
  afterAll(async () => {
    await collector.stop();
    await smtp.stop();
    await database.drop();
  });

  it('are in no log line and no trace, also not as Referer, and not after the mail server rejects it', async () => {
    await service.accountKey();
    await asSuperuser(database, 'UPDATE people SET email_confirmed_at = now()');
    const submit = async (email: string) => {
      const { token } = (await client.call('GET', '/f/acme/token')).json.data;
      const body = { title: 'Wish', submitter_email: email, form_token: token };
      expect((await client.call('POST', '/f/acme', { body })).status).toBe(201);
    };
    await submit(REJECTED);
    await service.printed('Dropped the message');
    await submit(EMAIL);
    const path = personPathIn((await smtp.received(TO))[0]!);
    const token = path.split('/').at(-1)!;
    const referer = service.origin + path;
    const headers = { ...TYPED, referer };
    const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    const asked = `email=${encodeURIComponent(EMAIL)}`;
    const requests: [status: number, method: string, path: string, body?: string][] = [
      [200, 'GET', path],
      [200, 'GET', `${path}?lang=de&email=${encodeURIComponent(EMAIL)}`],
      [200, 'GET', `${path}/erase`],
      [404, 'GET', wrong],
      [404, 'GET', `/f/acme/me/${token}/${TO}`],
      [404, 'GET', `/me/${token}`],
      [200, 'GET', '/f/acme'],
      [200, 'POST', '/f/acme/me', asked],
      [303, 'POST', path, 'do=confirm'],
      [415, 'POST', path, undefined],
      [200, 'POST', `${path}/export`, ''],
      [200, 'POST', `${path}/no-mail`, 'List-Unsubscribe=One-Click'],
      [200, 'POST', `${path}/erase`, ''],
      [404, 'POST', `${path}/erase`, ''],
    ];
    for (const [status, method, at, body] of requests) {
      const type = status === 415 ? { referer, 'content-type': 'text/plain' } : headers;
      const sent = status === 415 ? EMAIL : body;
      const response = await client.call(method, at, { headers: type, body: sent });
      expect([method, at, response.status]).toEqual([method, at, status]);
    }
    await until(() => collector.text.includes('/f/:slug/me/:token/erase'));
    client.close();
    const { stdout, stderr } = await service.kill('SIGTERM');
    expect(stdout).toContain('/f/:slug/me/:token/erase');
    const lines = [...`${stdout}${stderr}`.split('\n'), ...collector.text.split('}')];
    for (const secret of [token, wrong.split('/').at(-1)!, TO, encodeURIComponent(TO), REJECTED])
      expect(lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  });
});
