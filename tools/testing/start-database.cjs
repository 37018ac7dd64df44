const { startTestServer } = require('../../libs/postgres/testing/test-server');
const { atEnd } = require('./lifetime.cjs');
const { memoryFolder } = require('./memory-folder.cjs');

/**
 * The globalSetup of projects that need PostgreSQL. Starts one server for the whole run: in memory, or, for chosen files,
 * on the disk, where the next run finds it.
 */
module.exports = async ({ testPathPatterns }) => {
  const isEveryFile = testPathPatterns.patterns.length === 0;
  // Register first, so that an interrupted start is also stopped.
  const starting = startTestServer(isEveryFile ? memoryFolder() : null);
  atEnd(async () => (await starting).stop());
  await starting;
};
