// at libs/feedback/src/items/feedback.use-cases.ts
export async function count(status: 'open' | 'closed', _reason?: string): Promise<number> {
  const [, _skipped] = await Promise.all([Promise.resolve(1), Promise.resolve(2)]);
  void Promise.resolve();
  switch (status) {
    case 'open':
      return 1;
    default:
      return 2;
  }
}
