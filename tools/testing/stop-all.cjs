/** jest's globalTeardown. */
module.exports = require('./lifetime.cjs').closeAll;
