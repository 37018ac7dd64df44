import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** How long a scrape may take to arrive. */
const REQUEST_MS = 10_000;

/** All metrics as text. */
export interface MetricsSource {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Serves metrics. Returns a function that stops it. Rejects with the error of `listen`. */
export async function serveMetrics(
  metrics: MetricsSource,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS };
  const server = createServer(timeouts, (request, response) => void respond(metrics, request, response));
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

async function respond(
  metrics: MetricsSource,
  { url = '', method = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url.split('?', 1)[0] !== '/metrics') return end(response, 404, 'Not found: see /metrics\n');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return end(response, 405, 'Method not allowed\n');
  }
  try {
    const text = await metrics.text();
    end(response, 200, text, metrics.contentType);
  } catch {
    end(response, 500, 'Could not collect metrics\n');
  }
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.statusCode = status;
  response.setHeader('content-type', type);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
}
