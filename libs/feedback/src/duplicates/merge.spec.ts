import { assertFewDuplicates, GROUPED_MAX } from './merge';

/** items.md 11 */
describe('assertFewDuplicates', () => {
  const pathOf = (index: number) => `updates[${index}].`;
  const updates = [
    { id: 'a', status: 'planned' as const },
    { id: 'b', merged_into: 'c' },
  ];
  const named = (...counts: number[]) => counts.map((duplicate_count) => ({ duplicate_count }));

  it('accepts two full groups, and rejects a request with more duplicates at its first merge', () => {
    expect(() =>
      assertFewDuplicates(updates, named(0, GROUPED_MAX / 2, GROUPED_MAX / 2), pathOf),
    ).not.toThrow();
    expect(() => assertFewDuplicates(updates, named(1, GROUPED_MAX / 2, GROUPED_MAX / 2), pathOf)).toThrow(
      expect.objectContaining({
        kind: 'conflict',
        code: 'merge_conflict',
        facts: { issues: [expect.objectContaining({ param: 'updates[1].merged_into' })] },
      }) as Error,
    );
  });
});
