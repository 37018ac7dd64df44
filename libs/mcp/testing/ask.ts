import type { McpHttpHandler } from '@modelcontextprotocol/server';

export const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends a request as a client of the current revision and returns the response. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read the members they expect
export async function ask(handler: McpHttpHandler, method: string, params: object = {}): Promise<any> {
  const name: Record<string, string> = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
    }),
  );
  return { status: response.status, ...((await response.json()) as object) };
}
