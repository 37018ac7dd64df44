import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/** `node tools/check.mjs [--extended]`: checks lint, types, formatting, and wording, and runs all or only extended tests. */
let current;
let interrupted;
onInterrupt((status) => {
  interrupted = status;
  if (current) current.kill('SIGTERM');
  else process.exit(status);
});

process.chdir(root);
await ensureInstalled();
const { nx } = await import('./nx.mjs');
const tests = process.argv[2] === '--extended' ? '--extended' : '--all';
const setCurrent = (child) => (current = child);

// Tests run last, so that their counts end the output.
const steps = {
  'Lint and dependency rules': () => nx(['run-many', '-t', 'lint'], { onStart: setCurrent }),
  Types: () => nx(['run-many', '-t', 'typecheck'], { onStart: setCurrent }),
  Formatting: () => run('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  Wording: () => run('tools/wording.mjs'),
  Tests: () => run('tools/test.mjs', tests),
};

const failed = [];
for (const [name, step] of Object.entries(steps)) {
  const startedAt = Date.now();
  process.stdout.write(`\n=== ${name}\n`);
  const status = await step();
  if (interrupted) process.exit(interrupted);
  if (status !== 0) failed.push(name);
  if (name !== 'Tests') {
    process.stdout.write(
      `=== ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
    );
  }
}
if (failed.length > 0) process.stderr.write(`Failed: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);

function run(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  setCurrent(child);
  return new Promise((resolve) => child.on('close', resolve));
}
