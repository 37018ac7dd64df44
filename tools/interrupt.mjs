import { watchNpm } from './watch-npm.mjs';

/**
 * Calls `stop` once, with the exit status that says so, when this process is told to stop by a signal or because the npm
 * that started it has ended.
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
