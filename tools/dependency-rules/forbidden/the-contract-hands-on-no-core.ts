// at libs/contract/src/example.ts
// forbidden by architecture/the-contract-takes-types-and-constants
export * from '@libs/feedback';
