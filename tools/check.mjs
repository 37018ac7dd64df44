import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

process.chdir(root);
await ensureInstalled();
const { nx } = await import('./nx.mjs');

const run = (script, ...args) =>
  spawnSync(process.execPath, [join(root, script), ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
    .status;

// Tests last: their counts close the output.
const steps = {
  'Lint and the law': () => nx(['run-many', '-t', 'lint']),
  Types: () => nx(['run-many', '-t', 'typecheck']),
  Formatting: () => run('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  Tests: () => run('tools/test.mjs'),
};

const failed = [];
for (const [name, step] of Object.entries(steps)) {
  const started = Date.now();
  process.stdout.write(`\n=== ${name}\n`);
  const status = await step();
  if (status !== 0) failed.push(name);
  if (name !== 'Tests') {
    process.stdout.write(
      `=== ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${Math.round((Date.now() - started) / 1000)} s\n`,
    );
  }
}
if (failed.length > 0) process.stderr.write(`Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
