import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { version } from '../../version';
import { AttemptError } from './attempt-error';
import { checkedLookup, CONNECT_MS } from './delivery-sender';
import { ProxyAgent } from './proxy-agent';
import type { UrlPolicy } from './url-policy';

const TIMEOUT_MS = 5_000;
const BODY_MAX = 65_536;
const HEADERS_MAX = 16_384;

interface ReaderOptions {
  /** URL of a proxy that supports CONNECT. */
  readonly proxy?: string;
  readonly timeoutMs?: number;
}

/** Reads documents at URLs of customers, under the rules for the addresses of webhooks (webhooks.md 3). */
export class DocumentReader {
  constructor(
    private readonly urls: UrlPolicy,
    private readonly options: ReaderOptions = {},
  ) {}

  /** Returns the body of a response with the status 200, at most 64 KB. Follows no redirects. @throws Error */
  async read(url: string): Promise<string> {
    const target = this.urls.parse(url);
    if (!target) throw new AttemptError('URL is not allowed');
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    const response = await this.responseOf(target, signal);
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      if (response.statusCode !== 200) throw new AttemptError(`responded with status ${response.statusCode}`);
      for await (const chunk of response as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > BODY_MAX) throw new AttemptError('response is too large');
        chunks.push(chunk);
      }
    } finally {
      response.destroy();
    }
    return Buffer.concat(chunks).toString();
  }

  private responseOf(target: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const isHttps = target.protocol === 'https:';
    const options = {
      agent: this.agentFor(isHttps, signal),
      headers: { accept: 'application/json', 'user-agent': `feedback-service/${version} (+identity)` },
      maxHeaderSize: HEADERS_MAX,
      signal,
    };
    return new Promise((resolve, reject) => {
      (isHttps ? httpsRequest : httpRequest)(target, options, resolve).on('error', reject).end();
    });
  }

  /** Opens a connection for each request. */
  private agentFor(isHttps: boolean, signal: AbortSignal): HttpAgent {
    if (this.options.proxy) return new ProxyAgent(this.options.proxy, { signal });
    const connection = {
      keepAlive: false,
      autoSelectFamilyAttemptTimeout: CONNECT_MS,
      lookup: checkedLookup(this.urls),
    };
    return isHttps ? new HttpsAgent(connection) : new HttpAgent(connection);
  }
}
