// at libs/feedback/src/example.ts
// forbidden by @typescript-eslint/no-explicit-any
export const titleOf = (item: any) => item;
