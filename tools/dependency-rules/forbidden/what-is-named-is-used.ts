// at libs/feedback/src/example.ts
// forbidden by @typescript-eslint/no-unused-vars
const forgotten = 1;

export const kept = 2;
