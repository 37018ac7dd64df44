/** The last lines of a run: what could not be tested here, and the counts. */
module.exports = class {
  onRunComplete(_, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const browser = results.testResults.filter(({ displayName }) => displayName?.name === 'browser');
    const isWithout = browser.every((file) => file.numPassingTests + file.numFailingTests === 0);
    process.once('exit', () => {
      if (browser.length > 0 && isWithout) {
        process.stdout.write(
          '\nBROWSER TESTS WERE SKIPPED: no Chromium or Chrome was found. Install one, or set CHROMIUM_PATH.\n',
        );
      }
      process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
};
