/** For so long the page may be busy before it answers to whoever uses it. */
const BUSY_MS = 12;

/**
 * Lets the page do what waits, now and then. By a message: a timer would be slowed down to once a second where the
 * tab is not looked at.
 */
export function newPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BUSY_MS) return;
    await new Promise<void>((next) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        next();
      };
      port2.postMessage(null);
    });
    since = performance.now();
  };
}
