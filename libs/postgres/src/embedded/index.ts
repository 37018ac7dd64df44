export { hasCluster } from './cluster';
export * from './embedded-postgres';
export { EmbeddedPostgresError } from './embedded-postgres.error';
export { fullDiskRemedy } from './file-problem';
