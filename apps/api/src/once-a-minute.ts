const MINUTE_MS = 60_000;

/** Returns a function that does nothing for a minute after a call. For warnings about a condition that lasts. */
export function onceAMinute<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  let ranAt = -MINUTE_MS;
  return (...args) => {
    if (performance.now() - ranAt < MINUTE_MS) return;
    ranAt = performance.now();
    run(...args);
  };
}
