// at libs/feedback/src/example.ts
// refused by @typescript-eslint/no-explicit-any
export const titleOf = (item: any) => item;
