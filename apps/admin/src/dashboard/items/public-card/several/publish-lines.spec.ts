import type { Item } from '@libs/contract';
import { invalidLines, linesOf, publishableOf, publishLines, type PublishLine } from './publish-lines';

const item = (id: string, others: Partial<Item> = {}) =>
  ({ id, title: `Title ${id}`, merged_into: null, public: null, ...others }) as Item;
const card = { title: 'Public', text: null, url: '', published_at: '' };
const lines = linesOf(
  ['a', 'b', 'c'].map((id) => item(id)),
  new Map([['b', 'Edited']]),
);

/** public.md 3 */
describe('publishing several items', () => {
  it('leaves out items that are public, merged, beyond the limit, or not loaded', () => {
    const selected = [item('a'), item('b', { public: card }), item('c', { merged_into: 'a', public: card })];
    expect(publishableOf(selected, 5)).toEqual({
      items: [selected[0]],
      skipped: { public: 1, merged: 1, others: 2 },
    });
    const many = Array.from({ length: 103 }, (_, n) => item(String(n)));
    const { items, skipped } = publishableOf(many, many.length);
    expect([items.length, skipped.others]).toEqual([100, 3]);
  });

  it('starts with the titles of the items, or with those typed before', () => {
    expect(lines.map(({ title }) => title)).toEqual(['Title a', 'Edited', 'Title c']);
  });

  it('reports each invalid title, unless its line is left out', () => {
    expect(invalidLines(lines)).toBeNull();
    const [first, second, third] = lines as [PublishLine, PublishLine, PublishLine];
    const invalid = { ...second, title: ' ' };
    expect(invalidLines([first, { ...invalid, isIncluded: false }])).toBeNull();
    expect(invalidLines([first, invalid, third])?.map(({ error }) => error)).toEqual([
      null,
      'Enter a title.',
      null,
    ]);
  });
});

/** public.md 3 */
describe('publishLines', () => {
  const sent: string[] = [];
  const progress: number[] = [];
  beforeEach(() => void (sent.length = progress.length = 0));
  const run = (failures: Readonly<Record<string, string>>, stopAfter = 9, of = lines) =>
    publishLines(of, {
      async publish(before, title) {
        sent.push(`${before.id} ${title}`);
        if (failures[before.id]) throw new Error(failures[before.id]);
        return { ...before, public: card };
      },
      onProgress: (done) => progress.push(done),
      isStopped: () => sent.length >= stopAfter,
      isGeneral: (error) => (error as Error).message === 'unreachable',
    });

  it('publishes included lines one after another, also after one that fails', async () => {
    const result = await run({ a: 'merged' }, 9, [lines[0]!, { ...lines[1]!, isIncluded: false }, lines[2]!]);
    expect(sent).toEqual(['a Title a', 'c Title c']);
    expect(progress).toEqual([1, 2]);
    expect(result.published.map(({ before, saved }) => [before.id, saved.public])).toEqual([['c', card]]);
    expect([...result.failed]).toEqual([['a', new Error('merged')]]);
    expect(result.error).toBeNull();
  });

  it('sends no other line after an error that concerns all, or when it is stopped', async () => {
    const result = await run({ b: 'unreachable' });
    expect(sent).toEqual(['a Title a', 'b Edited']);
    expect([result.published.length, result.failed.size, result.error]).toEqual([
      1,
      0,
      new Error('unreachable'),
    ]);
    sent.length = 0;
    expect((await run({}, 1)).published).toHaveLength(1);
  });
});
