/** What a test run has started, last one first; the jest process ends it, also when it is interrupted. */
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
