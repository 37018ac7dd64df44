/** Prints the last lines of a run: whether browser tests were skipped, and the test counts. */
module.exports = class {
  constructor(globalConfig) {
    this.hasPattern = Boolean(globalConfig.testNamePattern);
  }

  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const browser = results.testResults.filter(({ displayName }) => displayName?.name === 'browser');
    const noneRan = browser.every(
      (file) => file.numPendingTests > 0 && file.numPassingTests + file.numFailingTests === 0,
    );
    process.once('exit', () => {
      if (browser.length > 0 && noneRan && !this.hasPattern) {
        process.stdout.write(
          '\nBROWSER TESTS WERE SKIPPED: Chromium or Chrome was not found. Install one, or set CHROMIUM_PATH.\n',
        );
      }
      process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
};
