import { describeMerges } from './merge-changes';

const sentence = (changes: Parameters<typeof describeMerges>[0]) => describeMerges(changes).sentence;

/** items.md 11, history.md 1 */
describe('describeMerges', () => {
  it('names the target of a merge, and the one before', () => {
    expect(sentence({ merged_into: { from: null, to: 'b' } })).toEqual(['merged this into', { id: 'b' }]);
    expect(sentence({ merged_into: { from: 'a', to: null } })).toEqual(['unmerged this from', { id: 'a' }]);
    expect(sentence({ merged_into: { from: 'a', to: 'b' } })).toEqual([
      'merged this into',
      { id: 'b' },
      'instead of',
      { id: 'a' },
    ]);
  });

  it('mentions duplicates that moved along, and no request count besides', () => {
    const merged = {
      merged_into: { from: null, to: 'b' },
      duplicate_count: { from: 2, to: 0 },
      request_count: { from: 3, to: 1 },
    };
    expect(sentence(merged)).toEqual(['merged this into', { id: 'b' }, 'with its 2 duplicates']);
    const unmerged = { merged_into: { from: 'b', to: null }, duplicate_count: { from: 0, to: 1 } };
    expect(sentence(unmerged)).toEqual(['unmerged this from', { id: 'b' }, 'with its duplicate']);
  });

  it.each([
    [0, 1, 'merged 1 duplicate into this item'],
    [1, 98, 'merged 97 duplicates into this item'],
    [3, 2, 'removed 1 duplicate of this item'],
    [1200, 0, 'removed 1,200 duplicates of this item'],
  ])('says how the duplicates of a target changed from %i to %i', (from, to, expected) => {
    const counts = { duplicate_count: { from, to }, request_count: { from: 1, to: 9 } };
    expect(sentence(counts)).toEqual([expected]);
  });

  it('shows a number of requests that changed alone', () =>
    expect(sentence({ request_count: { from: 3, to: 2 } })).toEqual([
      'changed the number of requests from 3 to 2',
    ]));

  it('leaves other fields to their own texts', () => {
    const status = { from: 'new', to: 'planned' };
    expect(describeMerges({ status, merged_into: { from: 'a', to: null } }).others).toEqual({ status });
    expect(describeMerges({ status })).toEqual({ sentence: null, others: { status } });
  });
});
