import { statsTable } from './stats-table';

const range = { from: '2026-03-02', to: '2026-03-04' };
const [monday, tuesday] = [{ from: '2026-03-02' }, { from: '2026-03-03' }];

/** mcp.md 4 */
describe('statsTable', () => {
  it('has one row per bucket and the total', () => {
    const buckets = [
      { ...monday, count: 1 },
      { ...tuesday, count: 2 },
    ];
    expect(statsTable({ ...range, total: { count: 3 }, buckets })).toEqual({
      ...range,
      columns: ['from', 'count'],
      rows: [
        ['2026-03-02', 1],
        ['2026-03-03', 2],
        ['total', 3],
      ],
    });
  });

  it('leaves out groups and buckets without items', () => {
    const groups = (api: number, form: number) => ({
      count: api + form,
      groups: [
        { name: 'api', count: api },
        { name: 'form', count: form },
        { name: 'widget', count: 0 },
      ],
    });
    const buckets = [
      { ...monday, ...groups(0, 0) },
      { ...tuesday, ...groups(0, 2) },
    ];
    expect(statsTable({ ...range, total: groups(1, 2), buckets })).toMatchObject({
      columns: ['from', 'count', 'api', 'form'],
      rows: [
        ['2026-03-03', 2, 0, 2],
        ['total', 3, 1, 2],
      ],
    });
    expect(statsTable({ ...range, total: groups(0, 0), buckets: [{ ...monday, ...groups(0, 0) }] })).toEqual({
      ...range,
      columns: ['from', 'count'],
      rows: [['total', 0]],
    });
  });

  it('has the median of durations, also of each group', () => {
    const value = { count: 1, median_seconds: 60, groups: [{ name: 'api', count: 1, median_seconds: 60 }] };
    const none = { count: 0, median_seconds: null };
    const other = { count: 2, median_seconds: 5, groups: [{ name: 'api', ...none }] };
    const buckets = [
      { ...monday, ...value },
      { ...tuesday, ...other },
    ];
    expect(statsTable({ ...range, total: value, buckets })).toMatchObject({
      columns: ['from', 'count', 'median_seconds', 'api', 'api median_seconds'],
      rows: [
        ['2026-03-02', 1, 60, 1, 60],
        ['2026-03-03', 2, 5, 0, null],
        ['total', 1, 60, 1, 60],
      ],
    });
  });
});
