import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/**
 * `node tools/older-postgres.mjs [jest arguments]`: runs tests on the oldest PostgreSQL that is installed in
 * /usr/lib/postgresql, with its default settings. By default, tests of adapters and of what happens in the background.
 */
const INSTALLED = '/usr/lib/postgresql';
const TESTS = [
  'libs/postgres/src/(events|webhooks|notifications|storage)/',
  // Without tests of plans, whose text differs.
  'libs/postgres/src/feedback/(batch|duplicates|items|similar|stats|tags)/(?!.*\\.sql\\.spec)',
  'apps/api/e2e/(events|history|notifications|webhooks|webhook-deliveries)\\.e2e',
];
/** Beyond the default of 100: each test worker has pools of its own. */
const CONNECTIONS = 300;
/** PostgreSQL refuses to run as root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => a - b) : [];
const programs = versions
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((path) => existsSync(join(path, 'postgres')));
if (!programs) {
  const isRequired = process.env.TEST_PROGRAMS === 'required';
  process.stderr.write(`There is no PostgreSQL in ${INSTALLED}${isRequired ? '' : ': skipping its tests'}\n`);
  process.exit(isRequired ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), 'older-postgres-'));
chmodSync(folder, 0o755);
const data = join(folder, 'data');
if (OTHER_USER.uid) chownSync(folder, OTHER_USER.uid, OTHER_USER.gid);
execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
  ...OTHER_USER,
  stdio: 'ignore',
});
const port = await freePort();
const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
const options = Object.entries({ ...settings, max_connections: CONNECTIONS });
const server = spawn(
  join(programs, 'postgres'),
  ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  { ...OTHER_USER, stdio: 'ignore' },
);

let tests;
onInterrupt((status) => {
  tests?.kill('SIGTERM');
  stop();
  process.exit(status);
});

while (spawnSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', port]).status !== 0) {
  if (server.exitCode !== null) throw new Error(`${programs}/postgres did not start`);
  await sleep(100);
}
process.stdout.write(execFileSync(join(programs, 'postgres'), ['--version']));
const chosen = process.argv.slice(2);
tests = spawn(
  process.execPath,
  [join(root, 'tools/test.mjs'), ...(chosen.length > 0 ? chosen : ['--testPathPatterns', ...TESTS])],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
  },
);
tests.on('close', (status) => {
  stop();
  process.exit(status ?? 1);
});

function stop() {
  server.kill('SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
