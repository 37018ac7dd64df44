import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { assertDescribed } from './openapi-check';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed JSON body; undefined without one. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields without checking their types
  readonly json: any;
}

export interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** Objects are sent as JSON with its content type; strings and buffers are sent unchanged. */
  readonly body?: unknown;
}

/** Status code, and type and code of the error. */
export const errorOf = ({ status, json }: HttpResponse) => [status, json?.error?.type, json?.error?.code];

/** Matches the `doc_url` of an error with this code (conventions.md 4). */
export const docUrl = (code: string) =>
  expect.stringMatching(new RegExp(`^https?://[^/]+/docs/errors#${code}$`)) as string;

/** Status code, and code of the error. */
export const statusAndCode = ({ status, json }: HttpResponse) => [status, json?.error?.code];

/** Parameter and code of each invalid field; undefined without details. */
export const issuesOf = ({ json }: HttpResponse) =>
  json.error.details?.map(({ param, code }: Record<string, string>) => `${param} ${code}`);

/**
 * Uses node:http because fetch forbids some methods and headers of the contract. Compares every response of the API
 * with the OpenAPI document.
 */
export class Client {
  private readonly agent: Agent;

  /**
   * @param anyOrigin false for a service with a list of allowed origins
   * @param keepAlive false to send each request on a connection of its own
   */
  constructor(
    private readonly server: { readonly origin: string },
    private readonly anyOrigin = true,
    keepAlive = true,
  ) {
    this.agent = new Agent({ keepAlive });
  }

  close(): void {
    this.agent.destroy();
  }

  call(method: string, path: string, { key, headers = {}, body }: Call = {}): Promise<HttpResponse> {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body);
    const { hostname, port } = new URL(this.server.origin);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          method,
          path,
          agent: this.agent,
          headers: {
            ...(key !== undefined && { 'x-api-key': key }),
            ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
            ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
            ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const isJson = /^application\/json/.test(incoming.headers['content-type'] ?? '') && text !== '';
            const response = {
              status: incoming.statusCode!,
              headers: incoming.headers,
              text,
              json: isJson ? JSON.parse(text) : undefined,
            };
            try {
              if (this.anyOrigin && path.startsWith('/api/')) {
                expect(incoming.headers['access-control-allow-origin']).toBe('*');
              }
              assertDescribed(
                { method, url: path },
                { status: response.status, headers: response.headers, body: text },
              );
              resolve(response);
            } catch (error) {
              reject(error as Error);
            }
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  /** Returns `call` with the key of the account at the time of the call. */
  as =
    (account: () => { readonly key: string }) =>
    (method: string, path: string, more: Call = {}): Promise<HttpResponse> =>
      this.call(method, path, { key: account().key, ...more });

  /** Sends bytes that no HTTP client would send, and returns the response as text. */
  raw(bytes: string): Promise<string> {
    const { hostname, port } = new URL(this.server.origin);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let response = '';
      socket.on('data', (chunk: Buffer) => (response += chunk.toString('utf8')));
      socket.on('error', reject);
      socket.on('close', () => resolve(response));
    });
  }
}
