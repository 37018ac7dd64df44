export * from './fresh-database';
export * from './in-test-file';
export { testServer } from './test-server';
