import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSetup, HOSTS, type AgentContext, type Host } from './agents';

const SECRET = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';
const BASE = 'https://feedback.example.com';
const code = (host: Host, change: Partial<AgentContext> = {}) =>
  agentSetup(host, { baseUrl: BASE, secret: null, ...change }).code;
const parsed = (host: Host, change: Partial<AgentContext> = {}): unknown => JSON.parse(code(host, change));

describe('agentSetup for every host', () => {
  it.each(HOSTS)('%s: contains the URL of the service and no key unless one is shown', (host) => {
    expect(code(host)).not.toContain('fb_live_');
    expect(code(host)).toContain(BASE);
  });

  it('contains a shown key, except in the VS Code file, which others can read', () => {
    const hostsWithSecret = HOSTS.filter((host) => code(host, { secret: SECRET }).includes(SECRET));
    expect(hostsWithSecret).toEqual(['claude-code', 'claude-desktop', 'cursor', 'codex']);
  });
});

describe('Claude Code', () => {
  /** The arguments that a POSIX shell passes to the command. */
  const argumentsOf = (script: string): readonly string[] =>
    execFileSync('sh', ['-c', `claude() { printf '%s\\n' "$@"; }\n${script}`], {
      env: { FEEDBACK_API_KEY: SECRET },
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n');
  const ADDED = [
    'mcp',
    'add',
    '--transport',
    'http',
    'feedback',
    `${BASE}/mcp`,
    '--header',
    `X-API-Key: ${SECRET}`,
  ];

  it('is one command that reads the key from the environment', () => {
    expect(code('claude-code')).toBe(
      `claude mcp add --transport http feedback ${BASE}/mcp \\\n  --header "X-API-Key: $FEEDBACK_API_KEY"`,
    );
    expect(argumentsOf(code('claude-code'))).toEqual(ADDED);
  });

  it('is the same command with the key in it', () => {
    expect(argumentsOf(code('claude-code', { secret: SECRET }))).toEqual(ADDED);
  });

  it('quotes any base URL for the shell', () => {
    const baseUrl = "https://feedback.example.com/'$(exit 3)'";
    expect(argumentsOf(code('claude-code', { baseUrl }))).toContain(`${baseUrl}/mcp`);
  });
});

describe('Claude Desktop', () => {
  it('starts the CLI with the URL and key in its environment', () => {
    const env = { FEEDBACK_URL: BASE, FEEDBACK_API_KEY: 'YOUR_FEEDBACK_API_KEY' };
    const feedback = { command: 'npx', args: ['--yes', `${BASE}/cli.tgz`, 'mcp'], env };
    expect(parsed('claude-desktop')).toEqual({ mcpServers: { feedback } });
    expect(parsed('claude-desktop', { secret: SECRET })).toEqual({
      mcpServers: { feedback: { ...feedback, env: { ...env, FEEDBACK_API_KEY: SECRET } } },
    });
  });
});

describe('Cursor', () => {
  it('contains the MCP URL and reads the key from the environment', () => {
    const headers = { 'X-API-Key': '${env:FEEDBACK_API_KEY}' };
    expect(parsed('cursor')).toEqual({ mcpServers: { feedback: { url: `${BASE}/mcp`, headers } } });
  });
});

describe('VS Code', () => {
  it('asks for the key as a password and keeps it out of the file', () => {
    expect(parsed('vscode', { secret: SECRET })).toEqual({
      inputs: [{ type: 'promptString', id: 'feedback-key', description: 'Feedback API key', password: true }],
      servers: {
        feedback: { type: 'http', url: `${BASE}/mcp`, headers: { 'X-API-Key': '${input:feedback-key}' } },
      },
    });
  });
});

describe('Codex', () => {
  it('is a TOML table with the environment variable or the key', () => {
    expect(code('codex')).toBe(
      `[mcp_servers.feedback]\nurl = "${BASE}/mcp"\nbearer_token_env_var = "FEEDBACK_API_KEY"`,
    );
    expect(code('codex', { secret: SECRET })).toBe(
      `[mcp_servers.feedback]\nurl = "${BASE}/mcp"\nhttp_headers = { "X-API-Key" = "${SECRET}" }`,
    );
  });
});

describe('docs/guides/mcp.md', () => {
  const guide = readFileSync(join(__dirname, '../../../../../../../docs/guides/mcp.md'), 'utf8');
  const withoutSpace = (text: string) => text.replace(/\\?\s+/g, '');
  const blocks = [...guide.matchAll(/^```\w+\n([^]*?)^```/gm)].map(([, block]) => withoutSpace(block!));

  it.each(HOSTS)('has the setup of %s', (host) => {
    const secret = host === 'claude-desktop' ? 'fb_live_…' : null;
    expect(blocks).toContain(withoutSpace(code(host, { baseUrl: 'http://localhost:3000', secret })));
  });
});
