module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'browser',
  rootDir: __dirname,
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 60_000,
  // A browser and a service each: more at once would measure the machine.
  maxWorkers: 2,
};
