// at libs/feedback/src/example.ts
// refused by eqeqeq
export const isOne = (text: string | number) => text == 1;
