// at libs/feedback/src/example.ts
// refused by law/a-core-knows-no-node
export const read = () => import('node:fs/promises');
