// at libs/feedback/src/items/feedback.use-cases.ts
// forbidden by @typescript-eslint/no-floating-promises
const save = async (): Promise<void> => {};

export function submit(): void {
  save();
}
