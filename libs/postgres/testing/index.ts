export * from './fresh-database';
