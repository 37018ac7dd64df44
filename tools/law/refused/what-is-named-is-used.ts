// at libs/feedback/src/example.ts
// refused by @typescript-eslint/no-unused-vars
const forgotten = 1;

export const kept = 2;
