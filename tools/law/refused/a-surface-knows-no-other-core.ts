// at apps/widget/src/example.ts
// refused by @nx/enforce-module-boundaries
export { newSecret } from '@libs/accounts';
