/** For so long the page may be busy before it answers to whoever uses it. */
const BUSY_MAX_MS = 12;

/**
 * Lets the page do what waits, now and then. By a message: a timer would be slowed down to once a second where the
 * tab is not looked at.
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
