// at libs/feedback/src/example.ts
// refused by no-restricted-globals
export const bytes = (text: string) => Buffer.byteLength(text);
