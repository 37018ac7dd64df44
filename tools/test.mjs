import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/**
 * `node tools/test.mjs [--all | --extended] [arguments of jest]` builds what has changed and runs the tests: those whose
 * file name has no `.extended.`, all, or the others. An interrupted run stops what it has started, and leaves no files.
 */
const GRACE_MS = 15_000;
let jest;
let interrupted;
onInterrupt((status) => {
  interrupted = status;
  if (!jest) process.exit(status);
  signalAll('SIGTERM');
  setTimeout(() => signalAll('SIGKILL'), GRACE_MS).unref();
});

process.chdir(root);
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();

const [option, ...rest] = process.argv.slice(2);
const selection = { '--all': 'all', '--extended': 'extended' }[option];
const jestArguments = selection ? rest : process.argv.slice(2);

const temporary = createTemporaryFolder();
jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...jestArguments], {
  env: { ...process.env, TMPDIR: temporary, TESTS: selection ?? '' },
  stdio: ['ignore', 'inherit', 'inherit'],
  // A group of its own: a signal then reaches workers, services and browsers too.
  detached: process.platform !== 'win32',
});
jest.on('close', async (status) => {
  for (const end = Date.now() + GRACE_MS; signalAll(0) && Date.now() < end;) await sleep(100);
  signalAll('SIGKILL');
  stopDatabases();
  removeFolder(temporary);
  process.exit(interrupted ?? status ?? 1);
});

/** False when all of the group have ended. */
function signalAll(signal) {
  try {
    return process.kill(process.platform === 'win32' ? jest.pid : -jest.pid, signal);
  } catch {
    return false;
  }
}

/** PostgreSQL runs in a session of its own: one whose service was killed is still there. */
function stopDatabases() {
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('postmaster.pid')) continue;
    try {
      process.kill(Number(readFileSync(join(temporary, name), 'utf8').split('\n', 1)[0]), 'SIGQUIT');
    } catch {
      // It has ended.
    }
  }
}

/** A short path: the sockets that Chromium makes there may have about 100 characters. */
function createTemporaryFolder() {
  const prefix = 'feedback-test-';
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      removeFolder(join(tmpdir(), name));
  }
  const path = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(path, { recursive: true });
  // PostgreSQL may run as another user, who passes through and sees nothing.
  chmodSync(path, 0o711);
  return path;
}

/** Not when it belongs to another user. */
function removeFolder(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // The next run of its owner tries again.
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
