const startDatabase = require('./start-database.cjs');
const { createDatabase } = require('../../libs/postgres/testing/database');
const { atEnd, closeAll } = require('./lifetime.cjs');
const { Product } = require('./product');

/** The globalSetup of projects that test the built product. Starts one for the whole run; see `Product.shared()`. */
module.exports = async (config) => {
  await startDatabase(config);
  try {
    const product = await Product.start({}, await createDatabase());
    atEnd(() => product.stop());
    process.env.TEST_PRODUCT = JSON.stringify(product);
  } catch (error) {
    await closeAll();
    throw error;
  }
};
