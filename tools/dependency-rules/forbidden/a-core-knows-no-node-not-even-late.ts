// at libs/feedback/src/example.ts
// forbidden by architecture/a-core-knows-no-node
export const read = () => import('node:fs/promises');
