import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/**
 * `node tools/check.mjs [--extended]`: checks lint, types, formatting, and wording, and runs all or only extended tests.
 * TypeScript 7 checks types, in a quarter of the time, also for the rules of oxlint; ESLint needs TypeScript 6.
 */
const running = new Set();
let interrupted;
onInterrupt((status) => {
  interrupted = status;
  if (running.size === 0) process.exit(status);
  for (const child of running) child.kill('SIGTERM');
});

process.chdir(root);
await ensureInstalled();
const { build } = await import('./nx.mjs');
// ESLint reads the graph of projects that nx stores.
await build();

const TYPESCRIPT = 'node_modules/typescript-7/bin/tsc';
const PROGRAMS = ['.', 'apps/admin', 'apps/widget', 'apps/browser-tests'];

const failed = [];
const lint = check('Lint and dependency rules', [
  ['node_modules/eslint/bin/eslint.js', '.'],
  ['node_modules/oxlint/bin/oxlint'],
]);
const programs = PROGRAMS.map((path) => [TYPESCRIPT, '-p', path]);
await check('Types', programs);
await check('Formatting', [['node_modules/oxfmt/bin/oxfmt', '--list-different', '.']]);
await check('Wording', [['tools/wording.mjs']]);

// Tests take longest, so that their counts end the output although lint still runs when they start.
process.stdout.write('\n=== Tests\n');
const tests = process.argv[2] === '--extended' ? '--extended' : '--all';
if ((await run(['tools/test.mjs', tests], 'inherit')).status !== 0) failed.push('Tests');
await lint;
if (failed.length > 0) process.stderr.write(`Failed: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);

/** Runs commands one after another, and prints their output when all have ended. */
async function check(name, commands) {
  const startedAt = Date.now();
  const results = [];
  for (const command of commands) results.push(await run(command, 'pipe'));
  const isOk = results.every(({ status }) => status === 0);
  if (!isOk) failed.push(name);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const output = results.map((result) => result.output).join('');
  process.stdout.write(`\n=== ${name}\n${output}=== ${name}: ${isOk ? 'ok' : 'FAILED'}, ${seconds} s\n`);
}

async function run(command, output) {
  if (interrupted) return { status: 1, output: '' };
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', output, output] });
  running.add(child);
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  running.delete(child);
  if (interrupted && running.size === 0) process.exit(interrupted);
  return { status, output: text };
}
