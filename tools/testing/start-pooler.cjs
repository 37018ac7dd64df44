const startDatabase = require('./start-database.cjs');
const { startPgBouncer } = require('../../libs/postgres/testing/pgbouncer');
const { atEnd, closeAll } = require('./lifetime.cjs');

/** The globalSetup of tests behind PgBouncer. */
module.exports = async (config) => {
  await startDatabase(config);
  try {
    const pooler = await startPgBouncer();
    atEnd(() => pooler.stop());
  } catch (error) {
    await closeAll();
    throw error;
  }
};
