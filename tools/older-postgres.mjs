import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';
import { memoryFolder } from './testing/memory-folder.cjs';

/**
 * `node tools/older-postgres.mjs [jest arguments]`: runs tests on the oldest PostgreSQL that is installed in
 * /usr/lib/postgresql, with its default settings. By default, tests of adapters and of what happens in the background.
 */
const INSTALLED = '/usr/lib/postgresql';
const TESTS = [
  'libs/postgres/src/(events|webhooks|notifications|storage)/',
  // Without tests of plans, whose text differs.
  'libs/postgres/src/feedback/(batch|duplicates|items|lists|similar|stats|tags)/(?!.*\\.sql\\.spec)',
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

const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'older-postgres-'));
const data = join(folder, 'data');
const log = join(folder, 'log');
const port = await freePort();
const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
const options = Object.entries({ ...settings, max_connections: CONNECTIONS });

let tests;
onInterrupt((status) => {
  tests?.kill('SIGTERM');
  stop();
  process.exit(status);
});

try {
  chmodSync(folder, 0o755);
  if (OTHER_USER.uid) chownSync(folder, OTHER_USER.uid, OTHER_USER.gid);
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
  run(
    'pg_ctl',
    '-w',
    '-D',
    data,
    '-l',
    log,
    '-o',
    options.map((one) => `-c ${one.join('=')}`).join(' '),
    'start',
  );
} catch (error) {
  if (existsSync(log)) process.stderr.write(readFileSync(log));
  stop();
  throw error;
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

function run(program, ...args) {
  execFileSync(join(programs, program), args, { ...OTHER_USER, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Stops the server, unless it has already ended, and deletes its folder. */
function stop() {
  spawnSync(join(programs, 'pg_ctl'), ['-w', '-D', data, '-m', 'immediate', 'stop'], OTHER_USER);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}
