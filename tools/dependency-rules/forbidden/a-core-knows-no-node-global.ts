// at libs/feedback/src/example.ts
// forbidden by no-restricted-globals
export const bytes = (text: string) => Buffer.byteLength(text);
