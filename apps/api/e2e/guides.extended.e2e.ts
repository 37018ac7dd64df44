import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const GUIDES = join(__dirname, '../../../docs/guides');
/** Limits of the guides, and webhooks that stay on this machine. */
const SETTINGS = {
  WEBHOOK_ALLOW_HTTP: 'yes',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  RATE_LIMIT_HOUR_FREE: '100',
  RATE_LIMIT_HOUR_PRO: '100',
  RATE_LIMIT_MINUTE_FREE: '10',
  RATE_LIMIT_MINUTE_PRO: '60',
};

interface Example {
  readonly script: string;
  /** The block that follows the script; undefined if there is none. */
  readonly output: string | undefined;
}

function examplesOf(guide: string): Example[] {
  const text = readFileSync(join(GUIDES, guide), 'utf8');
  const blocks = /^```sh\n([^]*?)^```\n(?:\n```(?:json)?\n([^]*?)^```\n)?/gm;
  return [...text.matchAll(blocks)].map(([, script, output]) => ({ script: script!, output }));
}

/** Replaces values that differ between runs with placeholders. */
const normalized = (text: string) =>
  text
    .replaceAll('\r', '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replace(/req_[0-9a-f]{32}/g, '<request>')
    .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, '<origin>')
    .replace(/Retry in \d+ seconds?/, 'Retry in <n> seconds')
    .trim();

const isJson = (text: string) => text.startsWith('{');
const namesOfHeaders = (text: string) =>
  text
    .split('\n\n')[0]!
    .split('\n')
    .map((line) => line.split(':')[0]!.toLowerCase())
    .sort();

/** Converts output for comparison: parses JSON, and reduces a response with headers to the header names. */
function comparable(text: string): unknown {
  const output = normalized(text);
  if (isJson(output)) return JSON.parse(output);
  return output.includes('\n\n') ? namesOfHeaders(output) : output;
}

describe.each(['rest-api.md', 'import-and-export.md', 'mcp.md', 'webhooks.md'])('docs/guides/%s', (guide) => {
  const { service } = useService(SETTINGS);
  let folder: string;
  let account: Account;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-guide-'));
    account = await service.account();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(script: string, key: string, id: string): Promise<string> {
    const code = script
      .replaceAll('http://localhost:3000', service.origin)
      .replaceAll('https://example.com/hooks/feedback', 'http://127.0.0.1:9/')
      .replaceAll('/f/acme', `/f/${account.slug}`);
    const env = {
      PATH: process.env['PATH'],
      API: `${service.origin}/api/v1`,
      FEEDBACK_API_KEY: key,
      ID: id,
    };
    const { stdout } = await promisify(execFile)('bash', ['-c', code], { cwd: folder, env });
    return stdout;
  }

  it('has commands that print what the guide shows', async () => {
    const examples = examplesOf(guide);
    expect(examples.filter(({ output }) => output !== undefined).length).toBeGreaterThan(0);
    let { key } = account;
    let id = '';
    for (const { script, output } of examples) {
      if (script.includes('set-plan')) key = (await service.account('pro')).key;
      if (/^(npm run|export|claude) /.test(script) || script.includes('$WEBHOOK_SIGNATURE')) continue;
      const stdout = await run(script, key, id);
      if (isJson(stdout)) id = (JSON.parse(stdout) as { data?: { id?: string } }).data?.id ?? id;
      if (output === undefined) continue;
      const shown = output.replaceAll('/f/acme', `/f/${account.slug}`);
      expect([script, comparable(stdout)]).toEqual([script, comparable(shown)]);
    }
  });
});
