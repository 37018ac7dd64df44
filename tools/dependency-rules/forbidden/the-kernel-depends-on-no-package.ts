// at libs/kernel/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { v7 } from 'uuid';
