import type { Platform } from '../src/rest/platform';

interface SentRequest {
  readonly method: string;
  /** Path and query, without `/api/v1`. */
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
  readonly init: RequestInit;
}

export type Step = (request: SentRequest) => Response | Promise<Response>;

export const API_KEY = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

/** Answers one request after the other as the script says, and remembers what was asked. */
export class ScriptedService {
  readonly requests: SentRequest[] = [];
  private readonly steps: Step[];

  constructor(...steps: Step[]) {
    this.steps = [...steps];
  }

  readonly fetch = (async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    const text = init.body ? await new Response(init.body).text() : '';
    const path = pathname.replace('/api/v1', '') + search;
    const request = { method: init.method!, path, headers: new Headers(init.headers), text, init };
    this.requests.push(request);
    const step = this.steps.length > 1 ? this.steps.shift()! : this.steps[0]!;
    return step(request);
  }) as typeof globalThis.fetch;
}

/** A clock that only waits move, dice that always fall the same, and keys in a row. */
export class FakePlatform implements Platform {
  readonly waits: number[] = [];
  streamsRequests = true;
  private time = Date.parse('2026-03-03T10:00:00Z');
  private keyCount = 0;

  readonly now = () => new Date(this.time);
  readonly random = () => 0;
  readonly newIdempotencyKey = () => `key-${++this.keyCount}`;
  readonly sleep = async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    this.waits.push(ms);
    this.time += ms;
  };
}

export const jsonResponse =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  () =>
    new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

export const errorResponse = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
): Step => {
  const error = { type: 'some_error', message: 'No', code, request_id: 'req_1', ...more };
  return jsonResponse({ error }, status, headers);
};

/** As Node's fetch refuses a port of its list of bad ones: nothing is sent. */
export const blockedPort = (): Step => () => {
  throw new TypeError('fetch failed', { cause: new Error('bad port') });
};

/** As Node's fetch fails when nobody listens, or the connection is cut. */
export const networkFailure =
  (code = 'ECONNRESET'): Step =>
  () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(`read ${code}`), { code }) });
  };
