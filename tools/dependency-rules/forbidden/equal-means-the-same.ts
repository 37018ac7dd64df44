// at libs/feedback/src/example.ts
// forbidden by eqeqeq
export const isOne = (text: string | number) => text == 1;
