import { cliPackageUrl } from '../../../../ui/code/cli-install';
import type { CodeLanguage } from '../../../../ui/code/highlight';
import { quoteForShell, shellArgument } from '../../../../ui/code/quoting';
import { KEY_VARIABLE } from './snippets';

/** MCP clients with setup instructions. */
export const HOSTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex'] as const;
export type Host = (typeof HOSTS)[number];

export interface AgentContext {
  readonly baseUrl: string;
  /** The key's secret while it is shown; otherwise null. */
  readonly secret: string | null;
}

interface AgentSetup {
  readonly code: string;
  readonly language: CodeLanguage;
}

/** Name of the MCP server in a host. */
const SERVER_NAME = 'feedback';
const KEY_PLACEHOLDER = `YOUR_${KEY_VARIABLE}`;

export const mcpUrl = (baseUrl: string): string => `${baseUrl}/mcp`;

/** The configuration to paste into a host, or the command to run. */
export function agentSetup(host: Host, context: AgentContext): AgentSetup {
  return SETUP_BUILDERS[host](context);
}

const SETUP_BUILDERS: Readonly<Record<Host, (context: AgentContext) => AgentSetup>> = {
  // Put --header last, because it takes all arguments after it.
  'claude-code': ({ baseUrl, secret }) => ({
    language: 'cli',
    code: `claude mcp add --transport http ${SERVER_NAME} ${shellArgument(mcpUrl(baseUrl))} \\
  --header ${secret ? quoteForShell(`X-API-Key: ${secret}`) : `"X-API-Key: $${KEY_VARIABLE}"`}`,
  }),

  // Claude Desktop starts MCP servers as processes: it sends no headers and doesn't pass on its environment.
  'claude-desktop': ({ baseUrl, secret }) =>
    jsonSetup({
      mcpServers: {
        [SERVER_NAME]: {
          command: 'npx',
          args: ['--yes', cliPackageUrl(baseUrl), 'mcp'],
          env: { FEEDBACK_URL: baseUrl, [KEY_VARIABLE]: secret ?? KEY_PLACEHOLDER },
        },
      },
    }),

  cursor: ({ baseUrl, secret }) =>
    jsonSetup({
      mcpServers: {
        [SERVER_NAME]: {
          url: mcpUrl(baseUrl),
          headers: { 'X-API-Key': secret ?? `\${env:${KEY_VARIABLE}}` },
        },
      },
    }),

  // The file is in the project, where others can read it. VS Code asks for the key, so the file never contains it.
  vscode: ({ baseUrl }) =>
    jsonSetup({
      inputs: [{ type: 'promptString', id: 'feedback-key', description: 'Feedback API key', password: true }],
      servers: {
        [SERVER_NAME]: {
          type: 'http',
          url: mcpUrl(baseUrl),
          headers: { 'X-API-Key': '${input:feedback-key}' },
        },
      },
    }),

  // JSON strings are valid in TOML.
  codex: ({ baseUrl, secret }) => ({
    language: 'toml',
    code: `[mcp_servers.${SERVER_NAME}]
url = ${JSON.stringify(mcpUrl(baseUrl))}
${secret ? `http_headers = { "X-API-Key" = ${JSON.stringify(secret)} }` : `bearer_token_env_var = "${KEY_VARIABLE}"`}`,
  }),
};

const jsonSetup = (value: unknown): AgentSetup => ({
  language: 'json',
  code: JSON.stringify(value, null, 2),
});
