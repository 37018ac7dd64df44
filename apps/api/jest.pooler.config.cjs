/** About HTTP, pages, and clients. The statements that they cause are those of other files. */
const WITHOUT_STATEMENTS_OF_THEIR_OWN = [
  ...[
    'api-client',
    'api-client-readme',
    'auth',
    'build',
    'compression',
    'docs',
    'form-languages',
    'form-spam',
    'import-upload',
    'loaded-code',
    'mail-clients',
    'mcp-clients',
    'mcp-limits',
  ],
  ...[
    'mcp-protocol',
    'openapi-examples',
    'pipeline',
    'public-privacy',
    'public-responses',
    'rate-limit',
    'routes',
    'widget-preview',
  ],
];

/** Runs the e2e tests again behind PgBouncer in transaction mode. Part of `npm run test:all`. */
module.exports = {
  ...require('../../jest.preset.cjs')(__dirname, 'api behind PgBouncer', { needs: 'pooler' }),
  testMatch: ['**/e2e/*.e2e.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '\\.extended\\.',
    `/(${WITHOUT_STATEMENTS_OF_THEIR_OWN.join('|')})\\.e2e\\.ts$`,
  ],
  globals: { BEHIND_PGBOUNCER: true },
};
