const { startTestServer } = require('../../libs/postgres/testing/test-server');
const { atEnd } = require('./lifetime.cjs');

/** jest's globalSetup of projects that need PostgreSQL: one server for the whole run. */
module.exports = async () => {
  // Noted first: an interrupted start is stopped, too.
  const starting = startTestServer();
  atEnd(async () => (await starting).stop());
  await starting;
};
