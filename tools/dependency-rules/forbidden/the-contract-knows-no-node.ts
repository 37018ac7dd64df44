// at libs/contract/src/example.ts
// forbidden by architecture/a-core-knows-no-node
export { createHash } from 'node:crypto';
