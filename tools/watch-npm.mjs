import { readFileSync } from 'node:fs';

/**
 * Calls `onExit` when the npm process that started this one exits, because npm doesn't forward signals to its script.
 * npm is the parent process, or the grandparent if it uses a shell. The grandparent can be detected only on Linux.
 * @returns {NodeJS.Timeout | undefined} undefined if npm didn't start this process
 */
export function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const isShell = /^(ba|da|a|z|k)?sh$|^busybox$/.test(processField(parent, 'Name'));
  const npm = processField(parent, 'PPid');
  return setInterval(() => {
    if (process.ppid !== parent || (isShell && processField(parent, 'PPid') !== npm)) onExit();
  }, 500).unref();
}

/** Reads a field of /proc/<pid>/status; undefined if it isn't available. */
function processField(pid, field) {
  try {
    return new RegExp(`^${field}:\\s*(.+)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
