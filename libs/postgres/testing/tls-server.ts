import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

const FILES = join(__dirname, 'tls');

/** The CA certificate that signed the server's certificate. */
export const CA_FILE = join(FILES, 'ca.pem');

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Starts a TLS proxy for PostgreSQL, with a certificate for localhost that is valid until 2126. Requires TLS. */
export async function startTlsServer(target: URL): Promise<{ url: URL; stop(): Promise<void> }> {
  const [cert, key] = ['localhost.pem', 'localhost.key'].map((name) => readFileSync(join(FILES, name)));
  const sockets = new Set<Socket>();
  const server = createServer((clientSocket) => {
    sockets.add(clientSocket.on('error', () => {}));
    clientSocket.once('data', (request: Buffer) => {
      if (!request.equals(SSL_REQUEST)) return void clientSocket.destroy();
      clientSocket.write('S');
      const encrypted = new TLSSocket(clientSocket, { isServer: true, cert, key });
      const serverSocket = connect(Number(target.port), target.hostname);
      sockets.add(serverSocket);
      for (const [from, to] of [
        [encrypted, serverSocket],
        [serverSocket, encrypted],
      ] as const) {
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = 'localhost';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
