// at apps/cli/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { Product } from '@tools/testing';
