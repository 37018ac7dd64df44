/** IDs of the processes that have logged a request, in the order of their first one. */
export const pidsOf = (log: string): number[] => [
  ...new Set([...log.matchAll(/"pid":(\d+),[^\n]*"msg":"Request completed"/g)].map(([, pid]) => Number(pid))),
];

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
