import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureInstalled, root } from './ensure-installed.mjs';

const signals = { SIGINT: 2, SIGTERM: 15 };

process.chdir(root);
if (process.env.npm_lifecycle_event) leaveWithNpm();
// A closed terminal is a wish to stop, like any other.
process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();
process.setSourceMapsEnabled(true);
// In this very process: one less that could be orphaned.
await import('../dist/apps/api/main.js');

/** When npm was killed, nobody tells us; the port should be free for the next start all the same. */
function leaveWithNpm() {
  const parent = process.ppid;
  const isShell = /^(ba|da|a|z|k)?sh$|^busybox$/.test(commandOf(parent));
  const npm = isShell ? parentOf(parent) : parent;
  const isGone = () => process.ppid !== parent || (isShell && !hasParent(parent, npm));
  const watch = setInterval(() => {
    if (!isGone()) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
  for (const [signal, number] of Object.entries(signals)) {
    // The service takes a second signal for impatience: after the first, ours must not come.
    process.once(signal, () => {
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(128 + number);
    });
  }
}

function hasParent(pid, parent) {
  if (process.platform === 'linux') return parentOf(pid) === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}

function commandOf(pid) {
  return statusOf(pid, 'comm=', /^Name:\s*(.+)$/m).replace(/^.*\/|^-/, '');
}

function parentOf(pid) {
  return Number(statusOf(pid, 'ppid=', /^PPid:\s*(\d+)$/m));
}

function statusOf(pid, column, line) {
  try {
    if (process.platform === 'linux')
      return line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
