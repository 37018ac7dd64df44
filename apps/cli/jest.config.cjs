module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'cli',
  rootDir: __dirname,
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  testTimeout: 30_000,
};
