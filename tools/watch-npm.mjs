import { readFileSync } from 'node:fs';

/**
 * Calls `onExit` when the npm that started this process has ended: a signal to npm does not reach its script. npm is
 * the parent process, or the grandparent if a shell is in between, which only Linux reports.
 * @returns {NodeJS.Timeout | undefined} undefined when npm did not start us
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

/** A field of /proc/<pid>/status, or undefined where there is none. */
function processField(pid, field) {
  try {
    return new RegExp(`^${field}:\\s*(.+)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
