// at libs/accounts/src/example.ts
// forbidden by architecture/testing-only-in-tests
export * from './account.spec';
