// at apps/cli/src/example.ts
// refused by @nx/enforce-module-boundaries
export { Product } from '@tools/testing';
