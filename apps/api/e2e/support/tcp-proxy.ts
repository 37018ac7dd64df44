import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Forwards connections to a server, and can cut them off, delay, or freeze them. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private isFrozen = false;
  /** Delay of each chunk in both directions. */
  delayMs = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (socket) => this.forward(socket));
  }

  /** @param url a URL of the server, such as a database URL */
  static async start(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, { host: hostname, port: Number(port) });
  }

  /** Returns the URL with the address of the proxy. */
  through(url: string): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).toString();
  }

  /** Closes all connections, and rejects new ones until `restore`. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open without passing data, as when a cable is unplugged, until `restore`. */
  freeze(): void {
    this.isFrozen = true;
  }

  restore(): void {
    this.isCut = this.isFrozen = false;
  }

  async stop(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(client: Socket): void {
    if (this.isCut) return void client.destroy();
    const server = connect(this.target);
    this.pipe(client, server);
    this.pipe(server, client);
  }

  private pipe(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.on('data', (data) => {
      if (this.isFrozen) return;
      const send = () => !to.destroyed && to.write(data);
      if (this.delayMs === 0) send();
      else setTimeout(send, this.delayMs);
    });
  }
}
