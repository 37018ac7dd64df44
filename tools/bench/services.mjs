/** Services with other programs: Redis for rate limits, PgBouncer for connections. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, serviceUrl, startProgram, startService } from './harness.mjs';

/** Returns null if Redis is not installed. */
export async function serviceWithRedis() {
  if (!isInstalled('redis-server')) return null;
  const port = await startProgram('redis-server', (port) => [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--loglevel', 'warning'],
  ]);
  return startService({ REDIS_URL: `redis://127.0.0.1:${port}` });
}

/** Returns null if PgBouncer is not installed. Uses prepared statements if PgBouncer supports them, since version 1.21. */
export async function serviceBehindPgBouncer() {
  if (!isInstalled('pgbouncer')) return null;
  const [major, minor] = pgBouncerVersion();
  const supportsPreparedStatements = major > 1 || minor >= 21;
  const { hostname, port, username, password, pathname } = new URL(serviceUrl());
  const folder = mkdtempSync(join(tmpdir(), 'feedback-pgbouncer-'));
  chmodSync(folder, 0o755);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const config = join(folder, 'pgbouncer.ini');
  const listenPort = await startProgram('pgbouncer', (listenPort) => {
    writeFileSync(
      config,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
pkt_buf = 16384
${supportsPreparedStatements ? 'max_prepared_statements = 200' : ''}
`,
    );
    // PgBouncer refuses to run as root.
    return [...(process.getuid?.() === 0 ? ['--user', 'nobody'] : []), '--quiet', config];
  });
  rmSync(folder, { recursive: true });
  const service = await startService({
    DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`,
    DATABASE_DIRECT_URL: serviceUrl(),
    DATABASE_PREPARED_STATEMENTS: supportsPreparedStatements ? 'on' : 'off',
    RATE_LIMIT_STORE: 'memory',
  });
  return { ...service, title: `list, PgBouncer ${major}.${minor}` };
}

/** Returns the major and minor version, from a line such as `PgBouncer 1.18.0`. */
const pgBouncerVersion = () =>
  /(\d+)\.(\d+)/
    .exec(String(spawnSync('pgbouncer', ['--version']).stdout))
    .slice(1)
    .map(Number);

function isInstalled(program) {
  const found = spawnSync(program, ['--version']).status === 0;
  if (!found) print(`Skipped: ${program} is not installed`);
  return found;
}
