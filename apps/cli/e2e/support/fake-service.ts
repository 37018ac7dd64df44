import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as a test wants it: late, wrong, or not at all. */
export class PretendedService {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** `GET /feedback?q=…`, without the prefix `/api/v1`. */
    readonly asked: string[],
  ) {}

  /** @param answers by path, without `/api/v1` and query; 404 for others */
  static async start(answers: Readonly<Record<string, Answer>>, port = 0): Promise<PretendedService> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url!.replace('/api/v1', '');
      asked.push(`${request.method} ${path}`);
      (answers[path.replace(/\?.*/, '')] ?? refuses(404, 'not_found_error', 'Unknown endpoint'))(
        request,
        response,
      );
    });
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const address = server.address() as AddressInfo;
    return new PretendedService(server, `http://127.0.0.1:${address.port}`, asked);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}

export const answers =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const refuses = (status: number, type: string, message: string): Answer =>
  answers({ error: { type, message, code: 'some_code', request_id: 'req_1' } }, status);
