import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Locator } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { copyWith } from './support/clipboard';
import { useBrowser } from './support/fixture';

interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface ProcessServer {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Runs copied setups unchanged, in a shell and with the official client that most MCP clients use. */
describeInBrowser('a setup copied from API & Developer', () => {
  const fixture = useBrowser();
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'feedback-setup-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** The environment of a machine with nothing but Node. */
  const processEnv = () => ({
    PATH: `${home}/bin:${process.env['PATH']}`,
    HOME: home,
    npm_config_prefix: home,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  });
  const shell = (code: string, { stdin = '', env = {} } = {}): Promise<string> =>
    new Promise((done, fail) => {
      const child = execFile(
        'bash',
        ['-c', `set -e\n${code}`],
        { env: { ...processEnv(), ...env }, cwd: home },
        (error, stdout, stderr) => (error ? fail(new Error(`${error.message}\n${stderr}`)) : done(stdout)),
      );
      // A script can exit without reading stdin.
      child.stdin!.on('error', () => {}).end(stdin);
    });

  async function developer(name: string, permission: 'full' | 'read' = 'full') {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    const key = { name: 'Agent', permission };
    const { data } = await owner.callApi<{ data: { secret: string } }>('POST', 'keys', key);
    await owner.goTo('/app/developer');
    const cli = owner.page.getByRole('region', { name: 'Command line' });
    const agents = owner.page.getByRole('region', { name: 'AI agents (MCP)' });
    await agents.waitFor();
    return { secret: data.secret, cli, setup: (host: string) => agentSetup(agents, host) };
  }

  it('installs the command line tool, logs in, and gets responses', async () => {
    const { cli, secret } = await developer('Terminal');
    const copied = (what: string) => copyWith(cli.getByRole('button', { name: what }));
    await shell(await copied('Copy install commands'), { stdin: `${secret}\n` });
    expect(await shell(await copied('Copy example commands'))).toContain('Terminal');
    expect(await shell('feedback list')).toContain('Dark mode');
    const completion = await copied('Copy completion command');
    expect(await shell(`${completion}\ncomplete -p feedback`)).toContain('feedback');
    await shell('feedback logout');
    const runWithoutInstalling = await copied('Copy npx command');
    expect(await shell(runWithoutInstalling, { env: { FEEDBACK_API_KEY: secret } })).toContain('Dark mode');
  });

  it('gives an agent its tools in every MCP client', async () => {
    const { secret, setup } = await developer('Every host');
    const program = started(await setup('Claude Desktop'));
    const env = { ...processEnv(), ...program.env, FEEDBACK_API_KEY: secret };
    expect(await toolsOf(new StdioClientTransport({ ...program, env }))).toHaveLength(10);

    const printArguments = `claude() { printf '%s\\n' "$@"; }\n${await setup('Claude Code')}`;
    const args = (await shell(printArguments, { env: { FEEDBACK_API_KEY: secret } })).trim().split('\n');
    const [name, value] = args.at(-1)!.split(': ') as [string, string];
    expect(await toolsOf(http({ url: args[5]!, headers: { [name]: value } }))).toHaveLength(10);

    const cursor = httpServerIn((await setup('Cursor')).replace('${env:FEEDBACK_API_KEY}', secret));
    expect(await toolsOf(http(cursor))).toHaveLength(10);
    const code = httpServerIn((await setup('VS Code')).replace('${input:feedback-key}', secret));
    expect(await toolsOf(http(code))).toHaveLength(10);
    const [, url = ''] = /^url = "(.*)"$/m.exec(await setup('Codex')) ?? [];
    expect(await toolsOf(http({ url, headers: { Authorization: `Bearer ${secret}` } }))).toHaveLength(10);
  });

  it('gives an agent with a read key the read-only tools', async () => {
    const { secret, setup } = await developer('Onlooker', 'read');
    const cursor = httpServerIn((await setup('Cursor')).replace('${env:FEEDBACK_API_KEY}', secret));
    expect(await toolsOf(http(cursor))).toEqual([
      'list_feedback',
      'get_feedback',
      'list_changes',
      'feedback_stats',
      'list_changelog',
    ]);
  });
});

async function agentSetup(agents: Locator, host: string): Promise<string> {
  await agents.getByRole('tab', { name: host }).click();
  return copyWith(agents.getByRole('button', { name: 'Copy setup' }));
}

const mcpServerIn = (setup: string) => {
  const { mcpServers, servers } = JSON.parse(setup) as Record<string, { feedback: object } | undefined>;
  return (mcpServers ?? servers)!.feedback;
};
const started = (setup: string) => mcpServerIn(setup) as ProcessServer;
const httpServerIn = (setup: string) => mcpServerIn(setup) as HttpServer;
const http = ({ url, headers }: HttpServer) =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });

async function toolsOf(transport: Transport): Promise<readonly string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}
