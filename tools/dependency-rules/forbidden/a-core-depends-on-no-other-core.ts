// at libs/feedback/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { AccountUseCases } from '@libs/accounts';
