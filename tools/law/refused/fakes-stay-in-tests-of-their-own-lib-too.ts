// at libs/accounts/src/example.ts
// refused by law/testing-only-in-tests
export { anAccount } from '../testing';
