import { cliPackageUrl } from '../../../../ui/code/cli-install';
import type { CodeLanguage } from '../../../../ui/code/highlight';
import { quoteForShell, shellArgument } from '../../../../ui/code/quoting';
import { KEY_VARIABLE } from './snippets';

/** Programs in which agents work, and that take tools over MCP. */
export const HOSTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex'] as const;
export type Host = (typeof HOSTS)[number];

export interface AgentContext {
  readonly baseUrl: string;
  /** Only while it is on screen. */
  readonly secret: string | null;
}

interface AgentSetup {
  readonly code: string;
  readonly language: CodeLanguage;
}

/** How the tools are called in a host. */
const SERVER_NAME = 'feedback';
const KEY_PLACEHOLDER = `YOUR_${KEY_VARIABLE}`;

export const mcpUrl = (baseUrl: string): string => `${baseUrl}/mcp`;

/** What is pasted into a host, or run for it. */
export function agentSetup(host: Host, context: AgentContext): AgentSetup {
  return SETUP_BUILDERS[host](context);
}

const SETUP_BUILDERS: Readonly<Record<Host, (context: AgentContext) => AgentSetup>> = {
  // The header comes last: it takes every word that follows it.
  'claude-code': ({ baseUrl, secret }) => ({
    language: 'cli',
    code: `claude mcp add --transport http ${SERVER_NAME} ${shellArgument(mcpUrl(baseUrl))} \\
  --header ${secret ? quoteForShell(`X-API-Key: ${secret}`) : `"X-API-Key: $${KEY_VARIABLE}"`}`,
  }),

  // It starts processes and sends no headers; and it hands its own environment on to none.
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

  // The file lies in the project, where others read it: the key is asked for, whether it is on screen or not.
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

  // A string of JSON is one of TOML.
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
