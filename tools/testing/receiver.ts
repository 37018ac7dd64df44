import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Settings of a service that lets webhooks reach receivers. */
export const LOCAL_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128' };

export interface ReceivedRequest {
  /** `webhook-id` */
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that receives webhooks. Responds with 204 unless `respond` does something else. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  respond: (response: ServerResponse, request: ReceivedRequest) => void = (response) =>
    void response.writeHead(204).end();

  private wake = (): void => {};

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => (body += text));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        const received = { id: String(headers['webhook-id']), path, headers, body };
        receiver.requests.push(received);
        receiver.wake();
        receiver.respond(response, received);
      });
    });
    return receiver;
  }

  /** Waits until this number of requests has arrived, and returns all. */
  async untilReceived(count: number): Promise<readonly ReceivedRequest[]> {
    while (this.requests.length < count) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.requests;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
