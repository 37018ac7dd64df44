import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { HttpResponse, Call, Client } from './client';
import type { Service } from './service';

export const REVISION = '2026-07-28';

export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The common interface of the two official clients. */
export interface Agent {
  readonly name: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields without checking their types
  list(): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- likewise
  call(name: string, args?: Record<string, unknown>): Promise<any>;
  instructions(): string | undefined;
  revision(): string | undefined;
  close(): Promise<void>;
}

type Connect = (service: Service, headers: Record<string, string>) => Promise<Agent>;

/** Connects the official client of protocol version 2026-07-28: no handshake, independent requests. */
export const modernAgent: Connect = async (service, headers) => {
  const client = new ModernClient(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: REVISION } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return {
    name: '2026-07-28',
    list: () => client.listTools(),
    call: (name, args) => client.callTool({ name, ...(args && { arguments: args }) }),
    instructions: () => client.getInstructions(),
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
};

/** Connects the official client of the 2025 protocol versions: a handshake, then requests that refer to it. */
export const legacyAgent: Connect = async (service, headers) => {
  const client = new LegacyClient({ name: 'test', version: '1' });
  const transport = new LegacyTransport(new URL(`${service.origin}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    name: '2025',
    list: () => client.listTools(),
    call: (name, args) => client.callTool({ name, ...(args && { arguments: args }) }),
    instructions: () => client.getInstructions(),
    revision: () => transport.protocolVersion,
    close: () => client.close(),
  };
};

interface Rpc extends Call {
  readonly params?: Record<string, unknown>;
  readonly id?: unknown;
}

/** Sends a request of protocol version 2026-07-28. */
export function rpc(
  client: Client,
  method: string,
  { params = {}, id = 1, headers, ...call }: Rpc,
): Promise<HttpResponse> {
  const name = 'name' in params ? { 'mcp-name': String(params['name']) } : {};
  return client.call('POST', '/mcp', {
    ...call,
    headers: { 'mcp-protocol-version': REVISION, 'mcp-method': method, ...name, ...headers },
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } },
  });
}

/** Sends a request of a 2025 protocol version. Omits the handshake, because the service keeps no state. */
export const oldRpc = (
  client: Client,
  method: string,
  { params, id = 1, ...call }: Rpc,
): Promise<HttpResponse> =>
  client.call('POST', '/mcp', { ...call, body: { jsonrpc: '2.0', id, method, params } });

export const callTool = (client: Client, key: string, name: string, args?: object): Promise<HttpResponse> =>
  rpc(client, 'tools/call', { key, params: { name, ...(args && { arguments: args }) } });
