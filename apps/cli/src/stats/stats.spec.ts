import { jsonResponse, ScriptedService } from '@libs/api-client/testing';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';

const BUCKETS = [
  { from: '2026-03-02', to: '2026-03-02', count: 0 },
  { from: '2026-03-03', to: '2026-03-03', count: 12 },
];
const RANGE = { interval: 'day', from: '2026-03-02', to: '2026-03-03', time_zone: 'UTC' };

async function runCommand(argv: string[], data: object, terminal?: number) {
  const service = new ScriptedService(jsonResponse({ data }));
  const { context, stdout, stderr } = stringContext({ fetch: service.fetch, terminal });
  const code = await run(['stats', ...argv], context);
  const urls = service.requests.map(({ path }) => new URL(path, 'https://x').searchParams);
  return { code, stdout: stdout(), stderr: stderr(), query: urls[0] };
}

/** lists.md 9 */
it('prints the counts of all items', async () => {
  const data = {
    total: 3,
    statuses: { new: 2, planned: 1 },
    sources: { api: 3 },
    tags: [{ name: 'mobile\u001b', count: 2 }],
  };
  const service = new ScriptedService(jsonResponse({ data }), jsonResponse({ data }));
  const { context, stdout } = stringContext({ fetch: service.fetch });
  expect(await run(['counts'], context)).toBe(0);
  expect(stdout()).toBe('total\t\t3\nstatus\tnew\t2\nstatus\tplanned\t1\nsource\tapi\t3\ntag\tmobile␛\t2\n');
  expect(service.requests[0]!.path).toMatch(/\/feedback\/counts$/);
});

describe('feedback stats', () => {
  const created = { metric: 'created', by: null, ...RANGE, total: { count: 12 }, buckets: BUCKETS };
  const groups = (count: number) => ({ count, groups: [{ name: 'api', count }] });
  const bySource = {
    ...created,
    by: 'source',
    total: groups(12),
    buckets: BUCKETS.map((bucket) => ({ ...bucket, ...groups(bucket.count) })),
  };

  it('prints a table on a terminal, with the total', async () => {
    const { code, stdout } = await runCommand(['created', '--by', 'source'], bySource, 80);
    expect([code, stdout]).toEqual([
      0,
      '\x1b[1mfrom        to          count  api\x1b[22m\n' +
        '2026-03-02  2026-03-02      0    0\n' +
        '2026-03-03  2026-03-03     12   12\n' +
        'total                      12   12\n',
    ]);
  });

  it('prints the groups by tag in the order of the response', async () => {
    const tagGroups = (count: number) => ({
      count,
      groups: ['zoom', 'billing'].map((name) => ({ name, count })),
    });
    const byTag = {
      ...created,
      by: 'tag',
      total: tagGroups(12),
      buckets: [{ ...BUCKETS[1], ...tagGroups(12) }],
    };
    const { stdout, query } = await runCommand(['created', '--by', 'tag'], byTag);
    expect([query!.get('by'), stdout]).toEqual([
      'tag',
      'from\tto\tcount\tzoom\tbilling\n2026-03-03\t2026-03-03\t12\t12\t12\n',
    ]);
  });

  it('prints lines in a pipe, with the median of durations', async () => {
    const median = [null, 90].map((median_seconds, i) => ({ ...BUCKETS[i], median_seconds }));
    const data = { ...created, total: { count: 12, median_seconds: 90 }, buckets: median };
    const { stdout } = await runCommand(['time_to_shipped'], data);
    expect(stdout).toBe(
      'from\tto\tcount\tmedian_seconds\n2026-03-02\t2026-03-02\t0\t\n2026-03-03\t2026-03-03\t12\t90\n',
    );
  });

  it('sends its flags, and the local time zone', async () => {
    const { query } = await runCommand(
      ['shipped', '--interval', 'week', '--from', '2026-03-02', '--to', '2026-03-03'],
      created,
    );
    expect(Object.fromEntries(query!)).toEqual({
      metric: 'shipped',
      interval: 'week',
      from: '2026-03-02',
      to: '2026-03-03',
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    const utc = await runCommand(['--time-zone', 'UTC'], created);
    expect(utc.query!.get('time_zone')).toBe('UTC');
    expect(utc.query!.get('metric')).toBe('created');
  });

  it('prints the response with --json, and rejects an unknown metric', async () => {
    expect(JSON.parse((await runCommand(['--json'], created)).stdout)).toEqual({ data: created });
    expect((await runCommand(['votes'], created)).code).toBe(2);
  });

  it('escapes control characters', async () => {
    const hostile = { ...bySource, total: { count: 1, groups: [{ name: 'a\x1b[31m', count: 1 }] } };
    expect((await runCommand([], hostile, 80)).stdout).not.toContain('\x1b[31m');
  });
});
