import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminUrl, ROLE, rolePassword } from './test-server';

/** Server connections per database. */
const POOL_SIZE = 5;

/** Starts PgBouncer in transaction mode before the test server, and sets TEST_PGBOUNCER to its host and port. */
export async function startPgBouncer(): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const { hostname, port } = new URL(adminUrl());
  const listenPort = await freePort();
  writeFileSync(join(folder, 'users.txt'), `"${ROLE}" "${rolePassword()}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 1000
server_idle_timeout = 5
`,
  );
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asUser, '--quiet', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.on('error', ({ message }) => (output += message));
  child.stderr.on('data', (text) => (output += String(text)));
  await untilListening(listenPort, () => {
    if (child.pid === undefined || child.exitCode !== null)
      throw new Error(`PgBouncer did not start: ${output}`);
  });
  process.env.TEST_PGBOUNCER = `127.0.0.1:${listenPort}`;
  return {
    stop: async () => {
      delete process.env.TEST_PGBOUNCER;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the URL of the same database behind PgBouncer. */
export function pooled(url: string): string {
  const address = process.env.TEST_PGBOUNCER;
  if (!address) throw new Error('No PgBouncer was started: TEST_PGBOUNCER is not set');
  return Object.assign(new URL(url), { host: address }).toString();
}

async function untilListening(port: number, assertRunning: () => void): Promise<void> {
  for (;;) {
    assertRunning();
    const response = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause as Error);
    if ((response as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return;
    await new Promise((next) => setTimeout(next, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
