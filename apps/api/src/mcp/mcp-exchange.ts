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

/** What goes back: JSON, or nothing (202). */
export interface McpAnswer {
  readonly status: number;
  readonly body: string;
}

/** What the protocol says in headers; `Accept` is ours, because the answer is always JSON (conventions.md 3). */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** One request of either era, answered at once and forgotten: no session, no stream. */
export class McpExchange {
  private readonly request: Request;

  /**
   * @param sent headers of the request
   * @param serverFor a server for one message
   * @param onerror is told what was refused, and what went wrong
   */
  constructor(
    sent: IncomingHttpHeaders,
    private readonly serverFor: (message: unknown) => Server,
    private readonly onerror: (error: Error) => void,
  ) {
    this.request = requestOf(sent);
  }

  /** @param body parsed */
  async answer(body: unknown): Promise<McpAnswer> {
    if (isCurrentCall(body) || !(await isLegacyRequest(this.request, body))) return this.modern(body);
    return Array.isArray(body) ? this.batch(body) : this.legacy(body);
  }

  /** Revision 2026-07-28, and every refusal of what is no message. */
  private async modern(body: unknown): Promise<McpAnswer> {
    const handler = createMcpHandler(() => this.serverFor(body), { legacy: 'reject', onerror: this.onerror });
    const response = await handler.fetch(this.request, { parsedBody: body });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return answerOf(response);
    // A subscription that passed every check, and the one method that answers as a stream: there is nothing to hear.
    await response.body?.cancel();
    return refusal(404, METHOD_NOT_FOUND, 'Method not found', (body as { id: unknown }).id);
  }

  /** Revisions of 2024 and 2025. */
  private async legacy(message: unknown): Promise<McpAnswer> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const server = this.serverFor(message);
    await server.connect(transport);
    try {
      return await answerOf(await transport.handleRequest(this.request, { parsedBody: message }));
    } finally {
      await server.close();
    }
  }

  /**
   * One after the other, and each for itself: in one transport a message could cancel another one of its batch, whose
   * answer everybody would then wait for.
   */
  private async batch(messages: readonly unknown[]): Promise<McpAnswer> {
    if (messages.some((message) => isInitializeRequest(message))) {
      return refusal(400, INVALID_REQUEST, 'An initialize request must not be part of a batch');
    }
    const bodies: string[] = [];
    for (const message of messages) {
      const { status, body } = await this.legacy(message);
      if (status >= 400) return { status, body };
      if (body !== '') bodies.push(body);
      // A message has no I/O to wait for: without this, ten batches at once would block the event loop for 100 ms.
      await immediate();
    }
    return bodies.length === 0 ? { status: 202, body: '' } : { status: 200, body: `[${bodies.join()}]` };
  }
}

/**
 * A call that names its revision, as none of 2024 and 2025 does. To ask the SDK costs as much as its own checks, which
 * come all the same when it answers.
 */
function isCurrentCall(body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { _meta?: object | null } | null };
  const meta = params?._meta;
  return method === 'tools/call' && typeof meta === 'object' && !!meta && PROTOCOL_VERSION_META_KEY in meta;
}

/**
 * What the SDK reads of a request. A real one has a signal that the SDK would listen to and nobody would ever give: to
 * make both takes a fifth of a call's CPU, and 4 KB that only a full collection frees.
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

async function answerOf(response: Response): Promise<McpAnswer> {
  const body = await response.text();
  return { status: response.status, body: response.ok || body === '' ? body : discreet(body) };
}

/** Most that a refusal says in one piece, in UTF-16 units. */
const TOLD_MAX = 300;

/**
 * Refusals of the SDK repeat what was sent, however long it is and whatever it is, a key too; and where its `data` is a
 * text, that is what was thrown inside.
 */
function discreet(body: string): string {
  const { error, ...answer } = JSON.parse(body) as { error: { data?: unknown } };
  const told = { ...error, data: typeof error.data === 'string' ? undefined : error.data };
  const brief = (_name: string, value: unknown) =>
    typeof value === 'string' ? masked(value).slice(0, TOLD_MAX).toWellFormed() : value;
  return JSON.stringify({ ...answer, error: JSON.parse(JSON.stringify(told, brief)) as object });
}

/** A refusal by JSON-RPC 2.0. @param id of the request, where it is known */
export const refusal = (status: number, code: number, message: string, id: unknown = null): McpAnswer => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
});
