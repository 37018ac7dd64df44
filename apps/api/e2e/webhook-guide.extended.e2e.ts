import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './support/process';
import { Receiver } from './support/receiver';
import { useService } from './support/use-service';

const GUIDE = readFileSync(join(__dirname, '../../../docs/guides/webhooks.md'), 'utf8');
const blockOf = (language: string, text = GUIDE) =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)![1]!;
const OTHER_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** docs/guides/webhooks.md: its receivers accept deliveries of the service, and reject those with another secret. */
describe('the receivers of the guide to webhooks', () => {
  const { service, client } = useService({
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  });
  let key: string;
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    ({ key } = await service.account());
    folder = mkdtempSync(join(tmpdir(), 'feedback-guide-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const post = async (path: string, body?: object) =>
    (await client.call('POST', `/api/v1/webhooks${path}`, { key, body })).json.data;
  const create = (url: string) => post('', { url, events: ['*'] });
  /** Sends a test event, and returns the status code of the receiver. */
  const test = async (id: string) => {
    await post(`/${id}/test`);
    for (;;) {
      const { json } = await client.call('GET', `/api/v1/webhooks/${id}/deliveries`, { key });
      const [attempt] = json.data[0].attempts;
      if (attempt) return attempt.status_code;
    }
  };
  const start = async (command: string, file: string, port: number, secret: string) => {
    const env = { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secret };
    children.push(spawn(command, [file], { env, cwd: folder, stdio: 'ignore' }));
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)));
  };

  it.each([
    ['js', process.execPath, 'receiver.mjs'],
    ['python', 'python3', 'receiver.py'],
  ])('verify signatures in %s', async (language, command, file) => {
    writeFileSync(join(folder, file), blockOf(language));
    for (const [secret, expected] of [[undefined, 204] as const, [OTHER_SECRET, 400] as const]) {
      const port = await freePort();
      const webhook = await create(`http://127.0.0.1:${port}/`);
      await start(command, file, port, secret ?? webhook.secret);
      expect(await test(webhook.id)).toBe(expected);
    }
  });

  it('verify signatures in shell', async () => {
    const receiver = await Receiver.start();
    const { id, secret } = await create(receiver.url);
    await test(id);
    const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[0]];
    writeFileSync(join(folder, 'body.json'), body);
    const verify = (WEBHOOK_SECRET: string) => {
      const env = {
        PATH: process.env['PATH'],
        WEBHOOK_SECRET,
        WEBHOOK_ID: String(headers['webhook-id']),
        WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
        WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
      };
      const script = blockOf('sh', GUIDE.slice(GUIDE.indexOf('### Shell')));
      return execFileSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
    };
    expect(verify(secret)).toBe('valid\n');
    expect(verify(OTHER_SECRET)).toBe('invalid\n');
    await receiver.stop();
  });
});
