export * from './database';
export * from './fresh-database';
export * from './in-test-file';
export * from './pgbouncer';
export { adminUrl } from './test-server';
