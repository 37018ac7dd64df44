/** The globalTeardown of every project that starts a database or product. */
module.exports = require('./lifetime.cjs').closeAll;
