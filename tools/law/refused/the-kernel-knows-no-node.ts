// at libs/kernel/src/example.ts
// refused by law/a-core-knows-no-node
export { createHash } from 'node:crypto';
