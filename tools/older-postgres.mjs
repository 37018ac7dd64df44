import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';
import { startInstalledPostgres } from './testing/installed-postgres.mjs';
import { onInterrupt } from './interrupt.mjs';
import { memoryFolder } from './testing/memory-folder.cjs';

/**
 * `node tools/older-postgres.mjs [jest arguments]`: runs tests on the oldest PostgreSQL that is installed in
 * /usr/lib/postgresql, with its default settings. By default, tests of adapters and of what happens in the background.
 */
const TESTS = [
  'libs/postgres/src/(events|webhooks|notifications|storage)/',
  // Without tests of plans, whose text differs.
  'libs/postgres/src/feedback/(batch|duplicates|items|lists|similar|stats|tags)/(?!.*\\.sql\\.spec)',
  'apps/api/e2e/(events|history|notifications|webhooks|webhook-deliveries)\\.e2e',
];
/** Beyond the default of 100: each test worker has pools of its own. */
const CONNECTIONS = 300;

const server = await startInstalledPostgres({
  in: memoryFolder() ?? tmpdir(),
  settings: { fsync: 'off', max_connections: CONNECTIONS },
});
if (!server) {
  const isRequired = process.env.TEST_PROGRAMS === 'required';
  process.stderr.write(`No PostgreSQL is installed${isRequired ? '' : ': skipping its tests'}\n`);
  process.exit(isRequired ? 1 : 0);
}

let tests;
onInterrupt((status) => {
  tests?.kill('SIGTERM');
  server.stop();
  process.exit(status);
});

process.stdout.write(`${server.version}\n`);
const chosen = process.argv.slice(2);
tests = spawn(
  process.execPath,
  [join(root, 'tools/test.mjs'), ...(chosen.length > 0 ? chosen : ['--testPathPatterns', ...TESTS])],
  { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: server.url } },
);
tests.on('close', (status) => {
  server.stop();
  process.exit(status ?? 1);
});
