import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

process.chdir(root);
await ensureInstalled();
const { build, nx } = await import('./nx.mjs');
await build();

const counts = mkdtempSync(join(tmpdir(), 'feedback-test-counts-'));
const jest = [
  '--reporters=default',
  `--reporters=${join(root, 'tools/jest-reporter.cjs')}`,
  '--passWithNoTests',
];
for (const [hook, file] of Object.entries({ Setup: 'hold-server.ts', Teardown: 'release-server.ts' })) {
  jest.push(`--global${hook}=${join(root, 'libs/postgres/testing', file)}`);
}
// One project after the other: jest itself uses every core.
const args = [
  'run-many',
  '-t',
  'test',
  '--parallel=1',
  '--output-style=stream-without-prefixes',
  '--skip-nx-cache',
  '--',
];
const status = await nx([...args, ...jest, ...process.argv.slice(2)], {
  env: { TEST_COUNTS: counts },
});
const sum = { passed: 0, failed: 0, skipped: 0 };
let browserTestsSkipped = false;
for (const name of readdirSync(counts)) {
  const run = JSON.parse(readFileSync(join(counts, name), 'utf8'));
  for (const kind of Object.keys(sum)) sum[kind] += run[kind];
  browserTestsSkipped ||= run.project === 'browser' && run.passed + run.failed === 0 && run.skipped > 0;
}
rmSync(counts, { recursive: true, force: true });

if (status !== 0 && sum.failed === 0) sum.failed = 1;
if (sum.passed + sum.failed === 0) process.stderr.write('No test ran\n');
if (browserTestsSkipped) {
  process.stdout.write(
    '\nBROWSER TESTS WERE SKIPPED: no Chromium or Chrome was found. Install one, or set CHROMIUM_PATH.\n',
  );
}
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
