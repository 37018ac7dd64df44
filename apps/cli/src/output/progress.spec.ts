import { stringContext } from '../../testing/string-context';
import { formatAge } from './age';
import { progressBar, formatBytes, formatCount, createProgress } from './progress';
import { createStyle } from './style';

const clock = () => {
  let at = 0;
  return { now: () => new Date(at), pass: (ms: number) => void (at += ms) };
};

describe('progress', () => {
  it('is one line of the terminal that is written over, ten times a second at most, and taken away', () => {
    const { now, pass } = clock();
    const { context, stderr } = stringContext({ terminal: 20, now });
    const progress = createProgress(context);
    progress.show(() => 'one');
    progress.show(() => 'too soon');
    progress.show(() => 'stays', true);
    pass(100);
    progress.show(() => 'two, which is longer than the line');
    // The cursor stays in front of it: whatever another program writes to the terminal stands in a line of its own.
    expect(stderr()).toBe('\r\x1b[2Kone\r\r\x1b[2Kstays\r\r\x1b[2Ktwo, which is long…\r');
    progress.clear();
    progress.clear();
    expect(stderr()).toMatch(/…\r\r\x1b\[2K$/);
  });

  it.each([
    ['in a pipe', {}, {}],
    ['where the terminal is dumb', { terminal: 80, env: { TERM: 'dumb' } }, {}],
    ['when it is to be quiet', { terminal: 80 }, { quiet: true }],
  ])('is not shown %s', (_, world, options) => {
    const { context, stderr } = stringContext(world);
    const progress = createProgress(context, options);
    progress.show(() => 'one');
    progress.clear();
    expect(stderr()).toBe('');
  });

  it('counts in words', () => {
    expect([0, 999, 1000, 1_234_567, 5e12].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '1.2 MB',
      '5000.0 GB',
    ]);
    expect([formatCount(1, 'item'), formatCount(1200, 'item')]).toEqual(['1 item', '1,200 items']);
    expect([progressBar(0, 0), progressBar(1, 3), progressBar(9, 3)]).toEqual([
      `[${'#'.repeat(24)}] 100%`,
      `[${'#'.repeat(8)}${' '.repeat(16)}] 33%`,
      `[${'#'.repeat(24)}] 100%`,
    ]);
  });
});

describe('an age', () => {
  it.each([
    [0, '0s'],
    [59, '59s'],
    [3599, '59m'],
    [7200, '2h'],
    [86_400 * 29, '29d'],
    [86_400 * 364, '12mo'],
    [86_400 * 800, '2y'],
    [-5, '0s'],
  ])('of %i seconds is %s', (seconds, age) => {
    const now = new Date('2026-03-03T10:00:00Z');
    expect(formatAge(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(age);
  });
});

describe('colour', () => {
  const painted = (world: Parameters<typeof stringContext>[0], color?: boolean) =>
    createStyle(stringContext(world).context, { color }).red('x') !== 'x';

  it.each([
    ['on a terminal', true, { terminal: 80 }],
    ['not in a pipe', false, {}],
    ['in a pipe when forced', true, { env: { FORCE_COLOR: '1' } }],
    ['not when forced off', false, { terminal: 80, env: { FORCE_COLOR: '0' } }],
    ['not on a dumb terminal', false, { terminal: 80, env: { TERM: 'dumb' } }],
    ['not with NO_COLOR', false, { terminal: 80, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }],
    ['with an empty NO_COLOR', true, { terminal: 80, env: { NO_COLOR: '' } }],
  ])('is there %s', (_, isThere, world) => {
    expect(painted(world)).toBe(isThere);
  });

  it('is declined by the flag before all else', () => {
    expect(painted({ terminal: 80, env: { FORCE_COLOR: '1' } }, false)).toBe(false);
  });

  it('ends where it began, and an empty text has none', () => {
    const style = createStyle(stringContext({ terminal: 80 }).context);
    expect([style.red('x'), style.bold('x'), style.dim('')]).toEqual([
      '\x1b[31mx\x1b[39m',
      '\x1b[1mx\x1b[22m',
      '',
    ]);
  });
});
