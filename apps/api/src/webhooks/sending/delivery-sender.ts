import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { version } from '../../version';
import { AttemptError, errorText } from './attempt-error';
import { exchange, type Exchange } from './exchange';
import { ProxyAgent } from './proxy-agent';
import { retryAfterSeconds } from './retry-after';
import type { UrlPolicy } from './url-policy';

export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
}

/** What an attempt to deliver led to. */
export interface AttemptOutcome {
  /** Null if there was no response. */
  readonly statusCode: number | null;
  /** Null only after a complete 2xx response; otherwise a text for the delivery log. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Whether the request was sent again, because the receiver closed an idle connection instead of responding. */
  readonly resent: boolean;
  /** Seconds that a 429 or 503 asks to wait. */
  readonly retryAfterSeconds: number | null;
}

export interface SenderOptions {
  /** URL of a proxy that supports CONNECT. */
  readonly proxy?: string;
  /** Time for an attempt in total, from the name lookup to the end of the response. */
  readonly timeoutMs?: number;
  /** Certificate of an authority to trust instead of those of Node.js. */
  readonly ca?: Buffer;
}

type Result = Omit<Exchange, 'isStale'> & Pick<AttemptOutcome, 'resent'>;

const TIMEOUT_MS = 15_000;
/** Shorter than the time after which most servers close an idle connection. */
const IDLE_MS = 4_000;
/** Time to connect to an address before the next one is tried. Node's 250 ms are too short for distant servers. */
export const CONNECT_MS = 2_000;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Sends webhooks, with the limits of webhooks.md 3. */
export class DeliverySender {
  private readonly http: HttpAgent;
  private readonly https: HttpsAgent;
  /** Agents that open a connection for each request. */
  private readonly unpooled: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(
    private readonly urls: UrlPolicy,
    private readonly options: SenderOptions = {},
  ) {
    // Own agents, because the global ones can use proxies of the environment.
    const connections = {
      keepAlive: true,
      timeout: IDLE_MS,
      autoSelectFamilyAttemptTimeout: CONNECT_MS,
      lookup: checkedLookup(urls),
    };
    this.http = new HttpAgent(connections);
    this.https = new HttpsAgent(connections);
    const unpooled = { ...connections, keepAlive: false };
    this.unpooled = { http: new HttpAgent(unpooled), https: new HttpsAgent(unpooled) };
  }

  /** Never rejects. The signal ends the attempt early. */
  async send(request: DeliveryRequest, signal: AbortSignal): Promise<AttemptOutcome> {
    const startedAt = performance.now();
    const { response, error, socket, resent } = await this.attempt(request, signal);
    const statusCode = response?.statusCode ?? null;
    return {
      statusCode,
      error: error === null ? statusProblem(statusCode) : errorText(error, socket),
      durationMs: Math.round(performance.now() - startedAt),
      resent,
      retryAfterSeconds: retryAfterSeconds(statusCode, response?.headers['retry-after'], new Date()),
    };
  }

  /** Closes idle connections. */
  close(): void {
    this.http.destroy();
    this.https.destroy();
  }

  private async attempt({ url, headers, body }: DeliveryRequest, signal: AbortSignal): Promise<Result> {
    const { ca, timeoutMs = TIMEOUT_MS } = this.options;
    const ended = new AbortController();
    const cancel = () => ended.abort(new AttemptError('cancelled'));
    const expire = () => ended.abort(new AttemptError(`timed out after ${timeoutMs / 1000} seconds`));
    const timer = setTimeout(expire, timeoutMs);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    try {
      const target = this.urls.parse(url);
      if (!target) throw new AttemptError('URL is not allowed');
      const options = { ca, headers: withDefaults(headers, body) };
      return await this.exchange(target, options, body, ended.signal);
    } catch (error) {
      return { response: null, error, socket: null, resent: false };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Sends again once, on a new connection, if the receiver has closed the idle one in the meantime. */
  private async exchange(
    url: URL,
    options: RequestOptions,
    body: string,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const first = await exchange(url, { ...options, agent: this.agentFor(url, signal) }, body, signal);
    if (!first.isStale || signal.aborted) return { ...first, resent: false };
    const agent = this.unpooled[url.protocol === 'https:' ? 'https' : 'http'];
    return { ...(await exchange(url, { ...options, agent }, body, signal)), resent: true };
  }

  private agentFor({ protocol }: URL, signal: AbortSignal): HttpAgent {
    const { proxy } = this.options;
    if (proxy) return new ProxyAgent(proxy, { signal });
    return protocol === 'https:' ? this.https : this.http;
  }
}

/** Node dials the addresses that this returns, so they cannot change after the check. */
export const checkedLookup =
  (urls: UrlPolicy): LookupFunction =>
  (hostname, { all }, callback) => {
    urls.addressesOf(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error) => callback(error, []),
    );
  };

const withDefaults = (headers: DeliveryRequest['headers'], body: string) => ({
  'user-agent': `feedback-service/${version} (+webhooks)`,
  ...headers,
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
});

function statusProblem(statusCode: number | null): string | null {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return null;
  return REDIRECTS.includes(statusCode ?? 0)
    ? 'redirects are not followed'
    : `responded with status ${statusCode}`;
}
