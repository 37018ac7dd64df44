/** How long the page may be busy before it must respond to the user. */
const BUSY_MAX_MS = 12;

/**
 * Yields to the event loop from time to time. Uses MessageChannel, because browsers throttle timers to one per second
 * in background tabs.
 */
export function createYield(): () => Promise<void> {
  let lastYield = performance.now();
  return async () => {
    if (performance.now() - lastYield < BUSY_MAX_MS) return;
    await new Promise<void>((next) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        next();
      };
      port2.postMessage(null);
    });
    lastYield = performance.now();
  };
}
