import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A service with scripted responses: delayed, wrong, or missing. */
export class FakeService {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** `GET /feedback?q=…`, without the prefix `/api/v1`. */
    readonly requests: string[],
  ) {}

  /** @param handlers by path, without `/api/v1` and the query; other paths return 404 */
  static async start(handlers: Readonly<Record<string, RequestHandler>>, port = 0): Promise<FakeService> {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url!.replace('/api/v1', '');
      requests.push(`${request.method} ${path}`);
      (handlers[path.replace(/\?.*/, '')] ?? errorResponse(404, 'not_found_error', 'Unknown endpoint'))(
        request,
        response,
      );
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const serverAddress = server.address() as AddressInfo;
    return new FakeService(server, `http://127.0.0.1:${serverAddress.port}`, requests);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}

export const jsonResponse =
  (body: unknown, status = 200): RequestHandler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const errorResponse = (status: number, type: string, message: string): RequestHandler =>
  jsonResponse({ error: { type, message, code: 'some_code', request_id: 'req_1' } }, status);
