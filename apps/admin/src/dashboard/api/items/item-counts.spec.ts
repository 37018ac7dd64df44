import type { Item, ItemCounts, Sort } from '@libs/contract';
import { item, page } from '../../../../testing/items';
import { countOf, countsWithout, freshCountOf, movedCounts, newerParams } from './item-counts';

const newest = { sort: '-created_at' as Sort };
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id)) as [Item, Item, Item, Item, Item];

describe('freshCountOf', () => {
  const counts: ItemCounts = {
    new: 265,
    planned: 2,
    building: 0,
    shipped: 0,
    declined: 0,
    quarantined: 9,
    at_least: [],
  };

  it('counts the first page if it has the whole list', () =>
    expect(freshCountOf([c, d], page([d, c, b]), counts, undefined)).toEqual({ count: 2, isMore: false }));

  it('counts all that are newer if the first page has more', () => {
    const full = page([e, d, c], true);
    expect(freshCountOf([e, d, c], full, counts, undefined)).toEqual({ count: 267, isMore: false });
    expect(freshCountOf([e, d, c], full, counts, 'new')).toEqual({ count: 265, isMore: false });
    expect(freshCountOf([e, d, c], full, counts, 'shipped')).toEqual({ count: 3, isMore: false });
  });

  it('says that there can be more if the count has stopped', () => {
    const stopped: ItemCounts = { ...counts, at_least: ['new'] };
    const full = page([e, d, c], true);
    expect(freshCountOf([e, d, c], full, stopped, undefined)).toEqual({ count: 267, isMore: true });
    expect(freshCountOf([e, d, c], full, stopped, 'planned')).toEqual({ count: 3, isMore: false });
  });

  it('says that there can be more while the number is not known', () => {
    const full = page([e, d, c], true);
    expect(freshCountOf([e, d], full, undefined, undefined)).toEqual({ count: 2, isMore: true });
    expect(freshCountOf([], full, undefined, undefined)).toEqual({ count: 0, isMore: false });
  });
});

describe('countOf', () => {
  const counts: ItemCounts = {
    new: 10_000,
    planned: 2,
    building: 0,
    shipped: 0,
    declined: 0,
    quarantined: 9,
    at_least: ['new'],
  };

  it('says that there can be more items with a status whose count has stopped', () => {
    expect(countOf(counts, 'new')).toEqual({ count: 10_000, isMore: true });
    expect(countOf(counts, 'planned')).toEqual({ count: 2, isMore: false });
    expect(countOf(counts)).toEqual({ count: 10_000, isMore: true });
    for (const atLeast of [[], undefined])
      expect(countOf({ ...counts, at_least: atLeast })).toEqual({ count: 10_002, isMore: false });
  });
});

describe('newerParams', () => {
  it('are those of the list, from the millisecond after its newest item', () => {
    const params = { ...newest, q: 'dark', status: 'new' } as const;
    expect(newerParams(params, a)).toEqual({ q: 'dark', created_after: '2026-03-03T10:00:00.001Z' });
    const later = '2026-03-04T00:00:00.000Z';
    expect(newerParams({ ...params, created_after: later }, a)).toEqual({ q: 'dark', created_after: later });
  });

  it('are none for an empty list, and unless the newest items are first', () => {
    expect(newerParams(newest, undefined)).toBeNull();
    expect(newerParams({ sort: 'title' }, a)).toBeNull();
  });
});

describe('movedCounts', () => {
  const counts: ItemCounts = {
    new: 3,
    planned: 0,
    building: 0,
    shipped: 0,
    declined: 0,
    quarantined: 1,
    at_least: [],
  };
  it.each([
    ['new', 'planned', { new: 2, planned: 1 }],
    [null, 'new', { new: 4 }],
    ['new', null, { new: 2 }],
    ['planned', null, { planned: 0 }],
    ['new', 'new', {}],
  ] as const)('moves a count from %s to %s', (from, to, expected) => {
    expect(movedCounts(counts, from, to)).toEqual({ ...counts, ...expected });
  });
});

describe('countsWithout', () => {
  const counts: ItemCounts = {
    new: 3,
    planned: 2,
    building: 0,
    shipped: 0,
    declined: 0,
    quarantined: 1,
    at_least: [],
  };
  const dark = item('a', { title: 'Dark mode' });
  const planned = item('b', { title: 'Export', status: 'planned' });
  it.each([
    [{}, { new: 2, planned: 1 }],
    [{ q: 'dark' }, { new: 2 }],
    [{ q: 'light' }, {}],
    [{ source: 'api' }, {}],
    [{ import: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e51', q: 'export' }, { planned: 1 }],
  ] as const)('subtracts hidden items that match %j', (params, expected) => {
    expect(countsWithout(counts, [dark, planned], params, undefined)).toEqual({ ...counts, ...expected });
  });

  it('subtracts hidden items that are found by their duplicates', () => {
    const target = { ...dark, duplicate_count: 1 };
    expect(countsWithout(counts, [target], { q: 'night' }, undefined)).toEqual({ ...counts, new: 2 });
  });
});
