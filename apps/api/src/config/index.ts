export * from './config';
export * from './public-urls';
export { isEncryptionKey } from './formats';
