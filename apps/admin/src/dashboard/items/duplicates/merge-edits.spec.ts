import type { Item } from '@libs/contract';
import { byRequests, mergeEdit, unmergeEdit } from './merge-edits';

const item = (id: string, mergedInto: string | null = null, requests = 1) =>
  ({ id, merged_into: mergedInto, request_count: requests }) as Item;

describe('mergeEdit', () => {
  const edit = mergeEdit({ id: 'b', title: 'Dark mode' });

  it('merges items into the target, but not the target itself or its duplicates', () => {
    expect(edit.of(item('a'))).toEqual({ update: { merged_into: 'b' }, shown: { merged_into: 'b' } });
    expect(edit.of(item('a', 'c'))).not.toBeNull();
    expect(edit.of(item('b'))).toBeNull();
    expect(edit.of(item('a', 'b'))).toBeNull();
  });

  it('is reverted to the previous target, unless the item was merged elsewhere since', () => {
    expect(edit.revert(item('a'), item('a', 'b'))).toEqual({ merged_into: null });
    expect(edit.revert(item('a', 'c'), item('a', 'b'))).toEqual({ merged_into: 'c' });
    expect(edit.revert(item('a'), item('a', 'd'))).toBeNull();
  });
});

describe('unmergeEdit', () => {
  const edit = unmergeEdit({ title: 'Dark mode' });

  it('unmerges duplicates, and is reverted to their target', () => {
    expect(edit.of(item('a', 'b'))).toEqual({ update: { merged_into: null }, shown: { merged_into: null } });
    expect(edit.of(item('a'))).toBeNull();
    expect(edit.revert(item('a', 'b'), item('a'))).toEqual({ merged_into: 'b' });
    expect(edit.revert(item('a', 'b'), item('a', 'c'))).toBeNull();
  });
});

describe('the items that change with merged ones', () => {
  const before = [item('a'), item('c', 'd'), item('e', 'd')];

  it('are the new target and the ones before', () => {
    expect(mergeEdit({ id: 'b', title: 'Dark mode' }).others?.(before)).toEqual(['b', 'd']);
    expect(unmergeEdit({ title: 'Dark mode' }).others?.(before)).toEqual(['d']);
  });
});

describe('byRequests', () => {
  it('sorts by requests, then the oldest first', () => {
    const sorted = [item('c'), item('b', null, 2), item('a')].sort(byRequests);
    expect(sorted.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });
});
