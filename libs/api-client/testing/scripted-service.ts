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

/** Responds to requests with the steps in order, repeating the last one, and records the requests. */
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

/** A platform with a clock that only `sleep` advances, a constant random number, and sequential keys. */
export class FakePlatform implements Platform {
  readonly waits: number[] = [];
  streamsRequests = true;
  /** The running timers. Tests call them, because the clock does not. */
  readonly timers = new Set<() => void>();
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
  readonly startTimer = (_ms: number, onTimeout: () => void) => {
    this.timers.add(onTimeout);
    return () => void this.timers.delete(onTimeout);
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

/** The error of Node's fetch for a blocked port; nothing is sent. */
export const blockedPort = (): Step => () => {
  throw new TypeError('fetch failed', { cause: new Error('bad port') });
};

/** The error of Node's fetch if the connection is refused or closed. */
export const networkFailure =
  (code = 'ECONNRESET'): Step =>
  () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(`read ${code}`), { code }) });
  };
