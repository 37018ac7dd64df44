// at libs/feedback/src/example.ts
// refused by @nx/enforce-module-boundaries
export { AccountUseCases } from '@libs/accounts';
