import { watchNpm } from './watch-npm.mjs';

/**
 * Calls `stop` once with an exit status: 128 plus the signal number after a signal, or 143 after the npm process that
 * started this one exits.
 * @param {(status: number) => void} stop
 */
export function onInterrupt(stop) {
  let isStopped = false;
  const stopOnce = (status) => {
    if (!isStopped) stop(status);
    isStopped = true;
  };
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.on(signal, () => stopOnce(128 + number));
  }
  watchNpm(() => stopOnce(143));
}
