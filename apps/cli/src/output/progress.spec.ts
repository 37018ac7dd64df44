import { stringContext } from '../../testing/string-context';
import { formatAge } from './age';
import { progressBar, formatBytes, formatCount, formatPart, createProgress } from './progress';
import { createStyle } from './style';

const clock = () => {
  let at = 0;
  return { now: () => new Date(at), pass: (ms: number) => void (at += ms) };
};

describe('progress', () => {
  it('overwrites one line, at most ten times a second, and clears it', () => {
    const { now, pass } = clock();
    const { context, stderr } = stringContext({ terminal: 20, now });
    const progress = createProgress(context);
    progress.show(() => 'one');
    progress.show(() => 'too soon');
    progress.show(() => 'stays', true);
    pass(100);
    progress.show(() => 'two, which is longer than the line');
    // The cursor stays at the start of the line, so output of other programs overwrites the progress.
    expect(stderr()).toBe('\r\x1b[2Kone\r\r\x1b[2Kstays\r\r\x1b[2Ktwo, which is long…\r');
    progress.clear();
    progress.clear();
    expect(stderr()).toMatch(/…\r\r\x1b\[2K$/);
  });

  it.each([
    ['in a pipe', {}, {}],
    ['on a dumb terminal', { terminal: 80, env: { TERM: 'dumb' } }, {}],
    ['with quiet', { terminal: 80 }, { quiet: true }],
  ])('is not shown %s', (_, world, options) => {
    const { context, stderr } = stringContext(world);
    const progress = createProgress(context, options);
    progress.show(() => 'one');
    progress.clear();
    expect(stderr()).toBe('');
  });

  it('formats bytes, counts, and bars', () => {
    expect([0, 999, 1000, 1_234_567, 5e12].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '1.2 MB',
      '5000.0 GB',
    ]);
    expect([formatCount(1, 'item'), formatCount(1200, 'item')]).toEqual(['1 item', '1,200 items']);
    expect(formatPart(1000, 2500, 'item')).toBe('1,000 of 2,500 items');
    expect([progressBar(0, 0), progressBar(1, 3), progressBar(9, 3)]).toEqual([
      `[${'#'.repeat(24)}] 100%`,
      `[${'#'.repeat(8)}${' '.repeat(16)}] 33%`,
      `[${'#'.repeat(24)}] 100%`,
    ]);
  });
});

describe('formatAge', () => {
  it.each([
    [0, '0s'],
    [59, '59s'],
    [3599, '59m'],
    [7200, '2h'],
    [86_400 * 29, '29d'],
    [86_400 * 364, '12mo'],
    [86_400 * 800, '2y'],
    [-5, '0s'],
  ])('formats %i seconds as %s', (seconds, age) => {
    const now = new Date('2026-03-03T10:00:00Z');
    expect(formatAge(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(age);
  });
});

describe('color', () => {
  const painted = (world: Parameters<typeof stringContext>[0], color?: boolean) =>
    createStyle(stringContext(world).context, { color }).red('x') !== 'x';

  it.each([
    ['enabled on a terminal', true, { terminal: 80 }],
    ['disabled in a pipe', false, {}],
    ['enabled in a pipe if forced', true, { env: { FORCE_COLOR: '1' } }],
    ['disabled on a terminal if forced off', false, { terminal: 80, env: { FORCE_COLOR: '0' } }],
    ['disabled on a dumb terminal', false, { terminal: 80, env: { TERM: 'dumb' } }],
    ['disabled with NO_COLOR', false, { terminal: 80, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }],
    ['enabled with an empty NO_COLOR', true, { terminal: 80, env: { NO_COLOR: '' } }],
  ])('is %s', (_, isThere, world) => {
    expect(painted(world)).toBe(isThere);
  });

  it('is disabled by the flag, even if forced', () => {
    expect(painted({ terminal: 80, env: { FORCE_COLOR: '1' } }, false)).toBe(false);
  });

  it('resets after the text and skips empty text', () => {
    const style = createStyle(stringContext({ terminal: 80 }).context);
    expect([style.red('x'), style.bold('x'), style.dim('')]).toEqual([
      '\x1b[31mx\x1b[39m',
      '\x1b[1mx\x1b[22m',
      '',
    ]);
  });
});
