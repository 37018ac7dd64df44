import { bucketLabel, csvOf, formatDuration, seriesOf } from './chart-rows';

const groups = [
  { name: 'form', count: 2 },
  { name: 'api', count: 0 },
  { name: 'fax', count: 1 },
];
const total = { count: 3, groups };

describe('seriesOf', () => {
  it('has the groups that occur, also unknown ones', () => {
    expect(seriesOf({ total }, { form: 'Form', api: 'API' }, 'source')).toEqual([
      { name: 'form', label: 'Form', color: 'var(--source-form, var(--other))' },
      { name: 'fax', label: 'fax', color: 'var(--source-fax, var(--other))' },
    ]);
  });
});

describe('csvOf', () => {
  const bucket = { from: '2026-03-02', to: '2026-03-08' };

  it('has one line per bucket, with its groups', () => {
    const series = seriesOf({ total }, { form: 'Form' }, 'source');
    expect(csvOf({ buckets: [{ ...bucket, count: 3, groups }] }, series)).toBe(
      'From,To,Form,fax,Total\r\n2026-03-02,2026-03-08,2,1,3\r\n',
    );
  });

  it('has the median in seconds, empty without changes', () => {
    const buckets = [
      { ...bucket, count: 1, median_seconds: 90 },
      { ...bucket, count: 0, median_seconds: null },
    ];
    expect(csvOf({ buckets }, null)).toBe(
      'From,To,Changes,Median in seconds\r\n2026-03-02,2026-03-08,1,90\r\n2026-03-02,2026-03-08,0,\r\n',
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [90, '1.5 min'],
    [3_600, '1 h'],
    [86_399, '24 h'],
    [86_400, '1 d'],
    [30 * 86_400, '30 d'],
  ])('formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('bucketLabel', () => {
  it('is a day or a month, in any time zone of the browser', () => {
    expect(bucketLabel({ from: '2026-03-01' }, 'week')).toBe('Mar 1');
    expect(bucketLabel({ from: '2026-03-01' }, 'month')).toBe('Mar 2026');
  });
});
