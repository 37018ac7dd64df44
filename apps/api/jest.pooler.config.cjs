/** Runs the e2e tests again behind PgBouncer in transaction mode. Part of `npm run test:all`. */
const { globals, ...config } = require('../../jest.preset.cjs')(__dirname, 'api behind PgBouncer', {
  needs: 'pooler',
  timeLimitMs: 20_000,
});
module.exports = {
  ...config,
  testMatch: ['**/e2e/*.e2e.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.extended\\.'],
  globals: { ...globals, BEHIND_PGBOUNCER: true },
};
