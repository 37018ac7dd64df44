import { guessStatus, DISTINCT_STATUSES_MAX, countDistinct } from './statuses';

describe('guessStatus', () => {
  it.each([
    [
      'Canny',
      {
        open: 'new',
        'under review': 'new',
        planned: 'planned',
        'in progress': 'building',
        complete: 'shipped',
        closed: 'declined',
      },
    ],
    [
      'Fider',
      {
        open: 'new',
        planned: 'planned',
        started: 'building',
        completed: 'shipped',
        declined: 'declined',
        duplicate: 'declined',
        deleted: 'declined',
      },
    ],
    ['Astuto', { Planned: 'planned', 'In Progress': 'building', Completed: 'shipped', Rejected: 'declined' }],
    [
      'this product',
      { new: 'new', planned: 'planned', building: 'building', shipped: 'shipped', declined: 'declined' },
    ],
  ])('knows the statuses of %s', (_product, names) => {
    for (const [word, status] of Object.entries(names))
      expect([word, guessStatus(word)]).toEqual([word, status]);
  });

  it('ignores spelling variants and is null for unknown names', () => {
    expect(['IN_PROGRESS', ' in-progress ', 'Won’t do', 'Q3', ''].map(guessStatus)).toEqual([
      'building',
      'building',
      'declined',
      null,
      null,
    ]);
  });
});

describe('countDistinct', () => {
  it('returns distinct values with counts, most frequent first', () => {
    expect(countDistinct(['Open', 'Planned', null, 'open', ' ', undefined])).toEqual([
      { normalized: 'open', text: 'Open', count: 2 },
      { normalized: 'planned', text: 'Planned', count: 1 },
    ]);
  });

  it('returns at most one value more than the maximum shown', () => {
    const many = Array.from({ length: 200 }, (_, index) => `Word ${index}`);
    expect(countDistinct(many)).toHaveLength(DISTINCT_STATUSES_MAX + 1);
  });
});
