import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureInstalled, root } from './ensure-installed.mjs';

process.chdir(root);
passOnOnce();
await ensureInstalled();
const { build } = await import('./nx.mjs');
await build();
process.setSourceMapsEnabled(true);
// In this very process: one less that could be orphaned.
await import('../dist/apps/api/main.js');

/**
 * A closed terminal and an npm that was killed are wishes to stop like any other; of the latter nobody tells us.
 * The service takes a second signal for impatience, so after the first ours must not come.
 */
function passOnOnce() {
  let told = false;
  const stop = () => {
    if (!told) process.kill(process.pid, 'SIGTERM');
    told = true;
  };
  process.on('SIGHUP', stop);
  const watch = process.env.npm_lifecycle_event ? setInterval(watchNpm(stop), 500).unref() : undefined;
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.once(signal, () => {
      told = true;
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(128 + number);
    });
  }
}

/** npm is our parent, or our parent's when a shell stands between. */
function watchNpm(whenGone) {
  const parent = process.ppid;
  const isShell = /^(ba|da|a|z|k)?sh$|^busybox$/.test(commandOf(parent));
  const npm = isShell ? parentOf(parent) : parent;
  return () => {
    if (process.ppid !== parent || (isShell && !hasParent(parent, npm))) whenGone();
  };
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
