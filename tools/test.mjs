import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { watchNpm } from './watch-npm.mjs';

/**
 * `node tools/test.mjs [--all | --extended] [arguments of jest]` builds what has changed and runs the tests: those whose
 * file name has no `.extended.`, all, or the others. An interrupted run stops what it has started, and leaves no files.
 */
process.chdir(root);
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();

const [option, ...rest] = process.argv.slice(2);
const which = { '--all': 'all', '--extended': 'extended' }[option];
const given = which ? rest : process.argv.slice(2);
const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--maxWorkers=100%', ...given];

const temporary = makeTemporary();
const child = spawn(process.execPath, jest, {
  env: { ...process.env, TMPDIR: temporary, TESTS: which ?? '' },
  stdio: ['ignore', 'inherit', 'inherit'],
  // A group of its own: a signal then reaches workers, services and browsers too.
  detached: process.platform !== 'win32',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
const watch = watchNpm(interrupt);
child.on('close', (status) => {
  signalAll('SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit(status ?? 1);
});

function interrupt() {
  clearInterval(watch);
  signalAll('SIGTERM');
  setTimeout(() => signalAll('SIGKILL'), 15_000).unref();
}

function signalAll(signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // Everything has ended.
  }
}

/** A short path: the sockets that Chromium makes there may have about 100 characters. */
function makeTemporary() {
  const prefix = 'feedback-test-';
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
  const path = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return path;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
