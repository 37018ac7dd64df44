const { startTestServer } = require('../../libs/postgres/testing/test-server');
const { atEnd } = require('./lifetime.cjs');

/** The globalSetup of projects that need PostgreSQL. Starts one server for the whole run. */
module.exports = async () => {
  // Register first, so that an interrupted start is also stopped.
  const starting = startTestServer();
  atEnd(async () => (await starting).stop());
  await starting;
};
