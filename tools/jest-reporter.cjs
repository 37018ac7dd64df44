const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Leaves the counts of one jest run in the directory TEST_COUNTS, for tools/test.mjs to add up. */
module.exports = class {
  onRunComplete(_, results) {
    if (!process.env.TEST_COUNTS) return;
    const counts = {
      project: results.testResults[0]?.displayName?.name,
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
    };
    writeFileSync(join(process.env.TEST_COUNTS, `${randomUUID()}.json`), JSON.stringify(counts));
  }
};
