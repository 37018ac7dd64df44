/**
 * Files whose tests use connections in different ways: locks, COPY, cursors, long transactions, streams, background work,
 * several processes, and connections that end. Elsewhere a pooler changes nothing, because lint rejects statements that
 * keep state in a connection.
 */
const FILES = [
  ...['backup', 'batch', 'database', 'doctor', 'duplicates', 'events', 'export', 'feedback', 'idempotency'],
  ...['import', 'instances', 'notifications', 'outage', 'processes', 'restore', 'shared-limits', 'similar'],
  ...['storage', 'webhook-deliveries'],
];

/** Runs e2e tests again behind PgBouncer in transaction mode. Part of `npm run test:all`. */
module.exports = {
  ...require('../../jest.preset.cjs')(__dirname, 'api behind PgBouncer', { needs: 'pooler' }),
  testMatch: [`**/e2e/(${FILES.join('|')}).e2e.ts`],
  globals: { BEHIND_PGBOUNCER: true },
};
