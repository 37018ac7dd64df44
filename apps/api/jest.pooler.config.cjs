/** Runs the e2e tests again behind PgBouncer in transaction mode. Part of `npm run test:all`. */
module.exports = {
  ...require('../../jest.preset.cjs')(__dirname, 'api behind PgBouncer', { needs: 'pooler' }),
  testMatch: ['**/e2e/*.e2e.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.extended\\.'],
  globals: { BEHIND_PGBOUNCER: true },
};
