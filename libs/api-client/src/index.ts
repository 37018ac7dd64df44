export * from './rest';
