const { relative } = require('node:path');

const SLOWEST = 10;

/** Prints the last lines of a run: whether browser tests were skipped, the slowest files, the time, and the counts. */
module.exports = class {
  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
    this.hasPattern = Boolean(globalConfig.testNamePattern);
  }

  onRunComplete(_, { startTime, testResults, ...counts }) {
    const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
    const skipped = counts.numPendingTests + counts.numTodoTests;
    const seconds = Math.round((Date.now() - startTime) / 1000);
    const browser = testResults.filter(({ displayName }) => displayName?.name === 'browser');
    const noneRan = browser.every(
      (file) => file.numPendingTests > 0 && file.numPassingTests + file.numFailingTests === 0,
    );
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({ path: testFilePath, seconds: perfStats.runtime / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST);
    process.once('exit', () => {
      if (browser.length > 0 && noneRan && !this.hasPattern) {
        process.stdout.write(
          '\nBROWSER TESTS WERE SKIPPED: Chromium or Chrome was not found. Install one, or set CHROMIUM_PATH.\n',
        );
      }
      process.stdout.write(`\n${testResults.length} files in ${seconds} s. The slowest, in seconds:\n`);
      for (const { path, seconds } of slowest) {
        process.stdout.write(`${seconds.toFixed(1).padStart(6)}  ${relative(this.rootDir, path)}\n`);
      }
      process.stdout.write(`\n${counts.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
};
