export * from './config';
export { isEncryptionKey } from './formats';
