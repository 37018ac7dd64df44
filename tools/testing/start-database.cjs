const { startTestServer } = require('../../libs/postgres/testing/test-server');
const { atEnd } = require('./lifetime.cjs');

/** jest's globalSetup of projects that need PostgreSQL: one server for the whole run. */
module.exports = async () => {
  const server = await startTestServer();
  atEnd(() => server.stop());
};
