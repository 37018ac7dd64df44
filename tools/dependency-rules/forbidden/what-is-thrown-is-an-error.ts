// at libs/feedback/src/items/feedback.use-cases.ts
// forbidden by @typescript-eslint/only-throw-error
export function refuse(): never {
  throw 'no';
}
