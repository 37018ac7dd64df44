// at libs/kernel/src/example.ts
// refused by @nx/enforce-module-boundaries
export { v7 } from 'uuid';
