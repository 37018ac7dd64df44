import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Calls `whenGone` when the npm that started this process has ended: a signal to npm does not reach its script. npm is
 * the parent process, or the grandparent if a shell is in between.
 * @returns {NodeJS.Timeout | undefined} undefined when npm did not start us
 */
export function watchNpm(whenGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const isShell = /^(ba|da|a|z|k)?sh$|^busybox$/.test(commandOf(parent));
  const npm = isShell ? parentOf(parent) : parent;
  return setInterval(() => {
    if (process.ppid !== parent || (isShell && !hasParent(parent, npm))) whenGone();
  }, 500).unref();
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
