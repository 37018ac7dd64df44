import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export type Env = Readonly<Record<string, string>>;

export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

/** An official MCP client that has started the command line tool. */
export interface McpHost {
  readonly revision: string | undefined;
  /** Returns the standard error output so far. */
  readonly log: () => string;
  tools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  /** Calls a tool. After `tools`, also validates `structuredContent` against the `outputSchema` of the tool. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

const BUNDLE = resolve(__dirname, '../../../../dist/apps/cli/feedback.mjs');

/** Returns the command that starts the built program without the settings of this machine. */
export function mcpCommand(env: Env, flags: readonly string[] = []) {
  if (!existsSync(BUNDLE)) throw new Error(`${BUNDLE} is missing: npx nx run-many -t build`);
  const noSettings = { HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };
  return { command: process.execPath, args: [BUNDLE, 'mcp', ...flags], env: { ...noSettings, ...env } };
}

const CLIENT_INFO = { name: 'test', version: '1.0.0' };

/** @param mode mode of `versionNegotiation`; for `auto`, the client starts a second process */
export async function modernHost(
  env: Env,
  mode: 'auto' | { pin: string } = { pin: '2026-07-28' },
  flags: readonly string[] = [],
): Promise<McpHost> {
  const client = new ModernClient(CLIENT_INFO, { versionNegotiation: { mode } });
  const transport = new ModernTransport({ ...mcpCommand(env, flags), stderr: 'pipe' });
  const log = collectText(transport.stderr);
  await client.connect(transport);
  return createHost(client as Client, log, client.getNegotiatedProtocolVersion());
}

/** The client for earlier protocol versions, which most hosts still use. */
export async function legacyHost(env: Env): Promise<McpHost> {
  const client = new LegacyClient(CLIENT_INFO);
  const transport = new LegacyTransport({ ...mcpCommand(env), stderr: 'pipe' });
  const log = collectText(transport.stderr);
  let revision: string | undefined;
  await client.connect(
    Object.assign(transport, { setProtocolVersion: (version: string) => (revision = version) }),
  );
  return createHost(client as unknown as Client, log, revision);
}

interface Client {
  listTools: McpHost['tools'];
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const createHost = (client: Client, log: () => string, revision: string | undefined): McpHost => ({
  revision,
  log,
  tools: () => client.listTools(),
  call: (name, args) => client.callTool({ name, arguments: args }) as Promise<ToolResult>,
  close: () => client.close(),
});

function collectText(
  stream: { on(event: 'data', listener: (chunk: Buffer) => void): unknown } | null,
): () => string {
  let text = '';
  stream?.on('data', (chunk) => (text += chunk.toString()));
  return () => text;
}
