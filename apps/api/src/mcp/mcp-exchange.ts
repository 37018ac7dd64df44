import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';
import {
  createMcpHandler,
  INVALID_REQUEST,
  isInitializeRequest,
  isLegacyRequest,
  METHOD_NOT_FOUND,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { masked } from '@libs/kernel';

/** The response: JSON, or an empty body with 202. */
export interface McpResponse {
  readonly status: number;
  readonly body: string;
}

/** Headers of the protocol. `Accept` is replaced, because the response is always JSON (conventions.md 3). */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Handles one request of any protocol version, without sessions and streams. */
export class McpExchange {
  private readonly request: Request;

  /**
   * @param sent headers of the request
   * @param serverFor creates a server for one message
   * @param onerror receives rejected messages and errors
   */
  constructor(
    sent: IncomingHttpHeaders,
    private readonly serverFor: (message: unknown) => Server,
    private readonly onerror: (error: Error) => void,
  ) {
    this.request = requestOf(sent);
  }

  /** @param body the parsed JSON */
  async handle(body: unknown): Promise<McpResponse> {
    if (isCurrentCall(body) || !(await isLegacyRequest(this.request, body))) return this.modern(body);
    return Array.isArray(body) ? this.batch(body) : this.legacy(body);
  }

  /** Handles protocol version 2026-07-28, and rejects bodies that are not messages. */
  private async modern(body: unknown): Promise<McpResponse> {
    const handler = createMcpHandler(() => this.serverFor(body), { legacy: 'reject', onerror: this.onerror });
    const response = await handler.fetch(this.request, { parsedBody: body });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return responseOf(response);
    // A valid subscription, the only method with a stream as its response. This server has no events to send.
    await response.body?.cancel();
    return rpcError(404, METHOD_NOT_FOUND, 'Method not found', (body as { id: unknown }).id);
  }

  /** Handles the protocol versions of 2024 and 2025. */
  private async legacy(message: unknown): Promise<McpResponse> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const server = this.serverFor(message);
    await server.connect(transport);
    try {
      return await responseOf(await transport.handleRequest(this.request, { parsedBody: message }));
    } finally {
      await server.close();
    }
  }

  /**
   * Handles each message in sequence with its own transport. In a shared transport, a message could cancel another one
   * of the batch, and the batch would wait for its response forever.
   */
  private async batch(messages: readonly unknown[]): Promise<McpResponse> {
    if (messages.some((message) => isInitializeRequest(message))) {
      return rpcError(400, INVALID_REQUEST, 'An initialize request must not be part of a batch');
    }
    const bodies: string[] = [];
    for (const message of messages) {
      const { status, body } = await this.legacy(message);
      if (status >= 400) return { status, body };
      if (body !== '') bodies.push(body);
      // Messages do not wait for I/O. Without this, ten concurrent batches would block the event loop for 100 ms.
      await immediate();
    }
    return bodies.length === 0 ? { status: 202, body: '' } : { status: 200, body: `[${bodies.join()}]` };
  }
}

/**
 * Whether the body is a tool call with its protocol version, unlike those of 2024 and 2025. Asking the SDK would cost
 * as much as its own checks, which it repeats in any case.
 */
function isCurrentCall(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { _meta?: object | null } | null };
  const meta = params?._meta;
  return method === 'tools/call' && typeof meta === 'object' && !!meta && PROTOCOL_VERSION_META_KEY in meta;
}

/**
 * Creates the part of a request that the SDK reads. A real `Request` has an abort signal that is never used: creating
 * both takes 20% of the CPU time of a call, and 4 KB that only a full garbage collection frees.
 */
function requestOf(sent: IncomingHttpHeaders): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const name of PROTOCOL_HEADERS) {
    const value = sent[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return { method: 'POST', headers } satisfies Partial<Request> as Request;
}

async function responseOf(response: Response): Promise<McpResponse> {
  const body = await response.text();
  return { status: response.status, body: response.ok || body === '' ? body : maskedError(body) };
}

/** Maximum length of a string in an error, in UTF-16 units. */
const ERROR_TEXT_MAX = 300;

/**
 * Shortens and masks an error of the SDK, which repeats input of any length, even keys. Removes `data` if it is a
 * string, because it then contains an internal error.
 */
function maskedError(body: string): string {
  const { error, ...rest } = JSON.parse(body) as { error: { data?: unknown } };
  const publicError = { ...error, data: typeof error.data === 'string' ? undefined : error.data };
  const shortenText = (_name: string, value: unknown) =>
    typeof value === 'string' ? masked(value).slice(0, ERROR_TEXT_MAX).toWellFormed() : value;
  return JSON.stringify({ ...rest, error: JSON.parse(JSON.stringify(publicError, shortenText)) as object });
}

/** A JSON-RPC 2.0 error. @param id ID of the request, if known */
export const rpcError = (status: number, code: number, message: string, id: unknown = null): McpResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
});
