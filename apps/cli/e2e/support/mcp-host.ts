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

/** A host of one of the official clients, which has started the command line tool. */
export interface McpHost {
  readonly revision: string | undefined;
  /** What the process has said on standard error so far. */
  readonly log: () => string;
  tools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  /** Checks `structuredContent` against the `outputSchema` of the tool, once the tools have been listed. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

const BUNDLE = resolve(__dirname, '../../../../dist/apps/cli/feedback.mjs');

/** The built program and what it is started with: nothing of the machine's own settings. */
export function commandOf(env: Env) {
  if (!existsSync(BUNDLE)) throw new Error(`${BUNDLE} is missing: npx nx run-many -t build`);
  const nowhere = { HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };
  return { command: process.execPath, args: [BUNDLE, 'mcp'], env: { ...nowhere, ...env } };
}

const SELF = { name: 'test', version: '1.0.0' };

/** @param mode as of `versionNegotiation`; the client starts a second process for `auto` */
export async function modernHost(
  env: Env,
  mode: 'auto' | { pin: string } = { pin: '2026-07-28' },
): Promise<McpHost> {
  const client = new ModernClient(SELF, { versionNegotiation: { mode } });
  const transport = new ModernTransport({ ...commandOf(env), stderr: 'pipe' });
  const log = heard(transport.stderr);
  await client.connect(transport);
  return hostOf(client as Client, log, client.getNegotiatedProtocolVersion());
}

/** The client of the years before, as most hosts still have it. */
export async function legacyHost(env: Env): Promise<McpHost> {
  const client = new LegacyClient(SELF);
  const transport = new LegacyTransport({ ...commandOf(env), stderr: 'pipe' });
  const log = heard(transport.stderr);
  let revision: string | undefined;
  await client.connect(Object.assign(transport, { setProtocolVersion: (said: string) => (revision = said) }));
  return hostOf(client as unknown as Client, log, revision);
}

interface Client {
  listTools: McpHost['tools'];
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const hostOf = (client: Client, log: () => string, revision: string | undefined): McpHost => ({
  revision,
  log,
  tools: () => client.listTools(),
  call: (name, given) => client.callTool({ name, arguments: given }) as Promise<ToolResult>,
  close: () => client.close(),
});

function heard(
  stream: { on(event: 'data', listener: (chunk: Buffer) => void): unknown } | null,
): () => string {
  let text = '';
  stream?.on('data', (chunk) => (text += chunk.toString()));
  return () => text;
}
