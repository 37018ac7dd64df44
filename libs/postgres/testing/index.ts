export * from './database';
export * from './every-table';
export * from './fresh-database';
export * from './in-test-file';
export * from './pgbouncer';
export * from './replicated-server';
export * from './waiting-statements';
export * from './webhooks';
export { adminUrl } from './test-server';
