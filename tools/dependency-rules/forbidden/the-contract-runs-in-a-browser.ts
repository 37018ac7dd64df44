// at libs/contract/src/example.ts
// forbidden by architecture/the-contract-runs-in-a-browser
export { API_KEYS_MAX } from '@libs/accounts';
