export * from './embedded-postgres';
export { EmbeddedPostgresError } from './embedded-postgres.error';
