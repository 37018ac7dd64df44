import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import * as files from 'node:fs';
import * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from '@libs/api-client';
import { Webhook } from 'standardwebhooks';
import ts from 'typescript';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const README = join(__dirname, '../../../libs/api-client/README.md');
const GUIDE = join(__dirname, '../../../docs/guides/typed-client.md');
const MODULES: Readonly<Record<string, unknown>> = {
  '@libs/api-client': client,
  '@feedback-service/client': client,
  'node:fs': files,
  'node:fs/promises': promises,
};

/** Joins the code blocks of a document into one program, with each import in its place. */
function programOf(readme: string): (load: (name: string) => unknown, console: object) => Promise<unknown> {
  const code = [...readme.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block]) => block!).join('\n');
  const { outputText } = ts.transpileModule(
    code.replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = load($2);'),
    { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } },
  );
  return new Function('load', 'console', `return (async () => {${outputText}})()`) as never;
}

/** Changes are in the history soon after they are made, the creation at once. */
const isOfHistory = ([at]: readonly unknown[]) => /^\d{4}-.*Z$/.test(String(at));

describe('documentation of the API client', () => {
  const { service } = useService({ RATE_LIMIT_HOUR_FREE: '100' });
  let folder: string;
  let account: Account;

  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'feedback-readme-'))));
  beforeEach(async () => {
    account = await service.account();
    process.env['FEEDBACK_API_KEY'] = account.key;
  });
  afterAll(() => {
    delete process.env['FEEDBACK_API_KEY'];
    delete process.env['FEEDBACK_WEBHOOK_SECRET'];
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs the code blocks of libs/api-client/README.md', async () => {
    const readme = readFileSync(README, 'utf8')
      .replaceAll('https://feedback.example.com', service.origin)
      .replaceAll("'feedback.csv'", JSON.stringify(join(folder, 'feedback.csv')));
    const lines: unknown[][] = [];
    const note = (...values: unknown[]) => void lines.push(values);
    await programOf(readme)((name) => MODULES[name], { log: note, warn: note, error: note });
    expect(readFileSync(join(folder, 'feedback.csv'), 'utf8')).toMatch(/^\ufeffid,title,.*\r\n.*,Dark mode,/);
    expect(lines.filter(isOfHistory).at(-1)).toEqual([expect.any(String), undefined]);
    expect(lines.filter((line) => !isOfHistory(line))).toEqual([
      [account.slug, 'full', `${service.config.PUBLIC_URL}/f/${account.slug}`],
      [1, false],
      ['Dark mode'],
      ['Dark mode'],
      ['Dark mode', 'api_key'],
      [0, false],
      ['Ada needs this before June.'],
      [null, 12],
      ['bo@example.com', 1],
      ['eve@example.com', 1],
      ['ada@example.com', 1],
      [true, 14, 0],
      [[expect.stringMatching(/^[0-9a-f-]{36}: status$/)]],
      [['upsert: created', 'update: updated']],
      ['created'],
      [1, []],
      [
        400,
        'empty_value',
        'Field must not be empty: title',
        expect.any(Array),
        expect.stringMatching(/\/docs\/errors#empty_value$/),
        expect.stringMatching(/^req_/),
      ],
      [expect.stringMatching(/^\d+ of 100 requests left this hour, \d+ s$/)],
    ]);
  });

  it('runs the code blocks of docs/guides/typed-client.md', async () => {
    const guide = readFileSync(GUIDE, 'utf8').replaceAll('http://localhost:3000', service.origin);
    const lines: unknown[][] = [];
    const note = (...values: unknown[]) => void lines.push(values);
    await programOf(guide)((name) => MODULES[name], { log: note, warn: note, error: note });
    expect(lines.filter(isOfHistory).at(-1)).toEqual([expect.any(String), 'api_key', 'no new status']);
    expect(lines.filter((line) => !isOfHistory(line))).toEqual([
      [['billing']],
      [1, false],
      ['Dark mode'],
      ['Export as PDF'],
      ['Dark mode'],
      ['new', true],
      ['added'],
      ['eve@example.com', 'Acme'],
      ['ada@example.com', null],
      [['status']],
      [['upsert: created', 'update: updated']],
      [1],
      [400, 'empty_value', 'Field must not be empty: title'],
    ]);
  });

  it('runs the webhook receiver of docs/guides/typed-client.md', async () => {
    const blocks = readFileSync(GUIDE, 'utf8').match(/^```ts\n[^]*?^```/gm)!;
    const block = blocks.find((text) => text.includes('verifyWebhook'))!;
    const log = jest.fn();
    const receive = (await programOf(`${block}\n\`\`\`ts\nreturn receive;\n\`\`\``)((name) => MODULES[name], {
      log,
    })) as (request: Request) => Promise<Response>;
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    process.env['FEEDBACK_WEBHOOK_SECRET'] = secret;
    const body = JSON.stringify({ type: 'feedback.deleted', data: { feedback: { id: 'x' }, version: 2 } });
    const post = async (sent: string) => {
      const now = new Date();
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
      };
      return (await receive(new Request('http://localhost', { method: 'POST', headers, body: sent }))).status;
    };
    expect([await post(body), await post(`${body} `)]).toEqual([204, 400]);
    expect(log.mock.calls).toEqual([['x', 2]]);
  });
});
