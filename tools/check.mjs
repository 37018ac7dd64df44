import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { watchNpm } from './watch-npm.mjs';

/** `node tools/check.mjs [--extended]`: lint, types, formatting and all tests, or those that `npm test` leaves out. */
process.chdir(root);
await ensureInstalled();
const { nx } = await import('./nx.mjs');
const tests = process.argv[2] === '--extended' ? '--extended' : '--all';

// Tests last: their counts close the output.
const steps = {
  'Lint and the law': () => nx(['run-many', '-t', 'lint']),
  Types: () => nx(['run-many', '-t', 'typecheck']),
  Formatting: () => run('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  Tests: () => run('tools/test.mjs', tests),
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

/** Its exit status; a signal to us is a signal to it. */
function run(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pass = (signal) => child.kill(signal);
  const watch = watchNpm(() => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearInterval(watch);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, pass);
      resolve(status);
    });
  });
}
