module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'postgres',
  rootDir: __dirname,
  // A real database, as in apps/api: five seconds are jest's guess for code that waits for nothing.
  testTimeout: 20_000,
};
