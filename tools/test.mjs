import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { onInterrupt } from './interrupt.mjs';

/**
 * `node tools/test.mjs [--all | --extended] [jest arguments]`: builds the projects that changed and runs tests. By
 * default, skips files with `.extended.` in their names; --all runs every file, --extended only those files. An
 * interrupted run stops the processes it started and deletes its temporary files.
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
  // Jest gets its own process group, so that a signal also reaches workers, services, and browsers.
  detached: process.platform !== 'win32',
});
jest.on('close', async (status) => {
  for (const end = Date.now() + GRACE_MS; signalAll(0) && Date.now() < end;) await sleep(100);
  signalAll('SIGKILL');
  stopDatabases();
  removeFolder(temporary);
  process.exit(interrupted ?? status ?? 1);
});

/** Returns false if the process group has no processes left. */
function signalAll(signal) {
  try {
    return process.kill(process.platform === 'win32' ? jest.pid : -jest.pid, signal);
  } catch {
    return false;
  }
}

/** Stops PostgreSQL servers whose service was killed. Each runs in its own session, so group signals don't reach it. */
function stopDatabases() {
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('postmaster.pid')) continue;
    try {
      process.kill(Number(readFileSync(join(temporary, name), 'utf8').split('\n', 1)[0]), 'SIGQUIT');
    } catch {
      // The server has already exited.
    }
  }
}

/** Keeps the path short: Chromium creates sockets there, and socket paths are limited to about 100 characters. */
function createTemporaryFolder() {
  const prefix = 'feedback-test-';
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      removeFolder(join(tmpdir(), name));
  }
  const path = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(path, { recursive: true });
  // PostgreSQL may run as another user, which must be able to traverse this folder but not list it.
  chmodSync(path, 0o711);
  return path;
}

/** Deletes the folder, unless it belongs to another user. */
function removeFolder(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // The next run by its owner tries again.
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
