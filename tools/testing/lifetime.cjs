/** Stop functions for everything that a test run started. Called in reverse order, at its end or on a signal. */
const closers = [];

/** @param {() => Promise<unknown>} close */
exports.atEnd = (close) => {
  if (closers.length === 0) {
    for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
      process.once(signal, () => void exports.closeAll().finally(() => process.exit(128 + number)));
    }
  }
  closers.push(close);
};

exports.closeAll = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};
