// at libs/feedback/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export type { Item } from '@libs/contract';
