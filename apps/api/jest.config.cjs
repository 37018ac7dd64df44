module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'api',
  rootDir: __dirname,
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  testTimeout: 20_000,
};
