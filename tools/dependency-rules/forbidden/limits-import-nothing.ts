// at libs/accounts/src/limits.ts
// forbidden by architecture/limits-import-nothing
export { newSecret } from './api-keys/api-key';
