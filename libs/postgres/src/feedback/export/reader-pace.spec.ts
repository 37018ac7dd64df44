import { ReaderPace } from './reader-pace';

const KB = 1_024;

describe('ReaderPace', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Simulates a reader that pauses after each chunk. Returns whether it is slow after each of them. */
  async function isSlowAfter(chunks: readonly (readonly [kilobytes: number, pauseMs: number])[]) {
    const pace = new ReaderPace(5_000);
    async function* file() {
      for (const [kilobytes] of chunks) yield Buffer.alloc(kilobytes * KB);
    }
    const slow: boolean[] = [];
    let n = 0;
    for await (const _ of pace.measured(file())) {
      jest.advanceTimersByTime(chunks[n++]![1]);
      slow.push(pace.isSlow);
    }
    return slow;
  }

  it('is slow below 64 KB per second, but only after the grace period', async () => {
    expect(await isSlowAfter([60, 60, 60, 60, 60, 60].map((size) => [size, 1_000]))).toEqual([
      ...[false, false, false, false],
      ...[true, true],
    ]);
    expect(await isSlowAfter(Array.from({ length: 20 }, () => [90, 1_000]))).not.toContain(true);
  });

  it('measures recent speed: a fast start does not compensate for a stall', async () => {
    const fast = Array.from({ length: 100 }, () => [2 * KB, 200] as const);
    const stalled = Array.from({ length: 4 }, () => [64, 25_000] as const);
    const slow = await isSlowAfter([...fast, ...stalled]);
    expect(slow.slice(0, 100)).not.toContain(true);
    expect(slow.slice(-2)).toEqual([true, true]);
    expect(await isSlowAfter([...fast.slice(0, 10), [64, 5_000]])).toContain(true);
  });
});
