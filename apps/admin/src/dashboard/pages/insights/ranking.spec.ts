import type { Item } from '@libs/contract';
import { mostRequested, rankingCsv, topTags } from './ranking';

describe('topTags', () => {
  it('has at most 10 tags, each with a link to its items of the range', () => {
    const groups = Array.from({ length: 11 }, (_, i) => ({ name: `tag & ${i}`, count: 20 - i }));
    const rows = topTags({ from: '2026-03-02', total: { count: 99, groups } });
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({
      id: 'tag & 0',
      label: 'tag & 0',
      to: '/inbox?tag=tag+%26+0&from=2026-03-02',
      count: 20,
    });
  });

  it('is empty without tags', () => {
    expect(topTags({ from: '2026-03-02', total: { count: 3, groups: [] } })).toEqual([]);
    expect(topTags({ from: '2026-03-02', total: { count: 3, groups: [{ name: 'a', count: 0 }] } })).toEqual(
      [],
    );
  });
});

describe('mostRequested', () => {
  it('has the items with more than one request', () => {
    const items = [3, 2, 1].map((count) => ({ id: `i${count}`, title: `T${count}`, request_count: count }));
    expect(mostRequested(items as Item[])).toEqual([
      { id: 'i3', label: 'T3', to: '/inbox?sort=-request_count&item=i3', count: 3 },
      { id: 'i2', label: 'T2', to: '/inbox?sort=-request_count&item=i2', count: 2 },
    ]);
  });
});

describe('rankingCsv', () => {
  it('quotes what others typed, and guards it against formulas', () => {
    const row = { id: 'a', to: '/', count: 3 };
    const rows = [
      { ...row, label: 'Dark "mode", please' },
      { ...row, label: '=1+1' },
    ];
    expect(rankingCsv({ label: 'Title', count: 'Requests' }, rows)).toBe(
      'Title,Requests\r\n"Dark ""mode"", please",3\r\n"\'=1+1",3\r\n',
    );
  });
});
