// at apps/cli/e2e/example.e2e.ts
export { Product } from '@tools/testing';
