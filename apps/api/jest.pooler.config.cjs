const { existsSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Files whose tests use connections in different ways: locks, COPY, cursors, long transactions, streams, background work,
 * several processes, and connections that end. For other statements lint is enough: it rejects those whose effect lasts
 * longer than their transaction.
 */
const FILES = [
  ...['backup', 'batch', 'database', 'doctor', 'duplicates', 'events', 'export', 'feedback', 'feedback-list'],
  ...['idempotency', 'import', 'instances', 'notifications', 'outage', 'processes', 'restore'],
  ...['shared-limits', 'similar', 'storage', 'submitters', 'webhook-deliveries'],
];
const missing = FILES.filter((name) => !existsSync(join(__dirname, `e2e/${name}.e2e.ts`)));
if (missing.length > 0) throw new Error(`apps/api/e2e has no ${missing.join(', ')}: correct FILES`);

/** Runs e2e tests again behind PgBouncer in transaction mode. Part of `npm run test:all`. */
module.exports = {
  ...require('../../jest.preset.cjs')(__dirname, 'api behind PgBouncer', { needs: 'pooler' }),
  testMatch: [`**/e2e/(${FILES.join('|')}).e2e.ts`],
  globals: { BEHIND_PGBOUNCER: true },
};
