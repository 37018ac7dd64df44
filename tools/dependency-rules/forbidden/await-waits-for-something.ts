// at libs/feedback/src/items/feedback.use-cases.ts
// forbidden by @typescript-eslint/await-thenable
export async function answer(): Promise<number> {
  await 42;
  return 42;
}
