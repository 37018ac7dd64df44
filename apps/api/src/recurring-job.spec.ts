import { Logger } from '@nestjs/common';
import { Activity } from './activity';
import { RecurringJob, type JobOptions } from './recurring-job';

class Example extends RecurringJob {
  runs: number[] = [];
  work = (): Promise<void> => Promise.resolve();
  private readonly start = performance.now();

  constructor(options: Partial<JobOptions> = {}) {
    super({ everyMs: 1_000, failure: 'Could not work', ...options });
  }

  protected override runOnce(): Promise<void> {
    this.runs.push(performance.now() - this.start);
    return this.work();
  }

  override runWithin(milliseconds: number): void {
    super.runWithin(milliseconds);
  }

  get hasFailed(): boolean {
    return this.isFailing;
  }
}

describe('RecurringJob', () => {
  const logged = jest.fn();
  const levels = (['error', 'warn', 'log'] as const).map((level) =>
    jest.spyOn(Logger.prototype, level).mockImplementation((...line) => void logged(level, ...line)),
  );
  let job: Example;
  let finish: () => void;
  const unfinished = () => new Promise<void>((resolve) => (finish = resolve));
  const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  const start = (options: Partial<JobOptions> = { firstMs: 0 }) => {
    job = new Example(options);
    job.onApplicationBootstrap();
  };

  beforeEach(() => {
    jest.useFakeTimers();
    logged.mockClear();
    finish = () => {};
  });
  afterEach(async () => {
    finish();
    await job.onModuleDestroy();
    jest.useRealTimers();
  });
  afterAll(() => levels.forEach((level) => level.mockRestore()));

  it('runs ten seconds after the start, and then at its interval, which begins at the end of a run', async () => {
    start({});
    job.work = unfinished;
    await advance(12_000);
    expect(job.runs).toEqual([10_000]);
    job.work = () => Promise.resolve();
    finish();
    await advance(2_000);
    expect(job.runs).toEqual([10_000, 13_000, 14_000]);
  });

  it('does nothing if it is off', async () => {
    start({ firstMs: 0, isEnabled: false });
    job.runWithin(10);
    await advance(60_000);
    expect(job.runs).toEqual([]);
  });

  describe('while the process is idle (operator.md 16)', () => {
    const IDLE_AFTER_MS = 300_000;
    const startIdle = async (options: Partial<JobOptions> = {}) => {
      const activity = new Activity();
      job = new Example({ firstMs: 0, idleMs: 30_000, ...options });
      job.runLessOftenWhileIdle(activity);
      job.onApplicationBootstrap();
      await advance(IDLE_AFTER_MS + 1_000);
      job.runs.splice(0);
      return activity;
    };

    it('runs at the longer interval', async () => {
      await startIdle();
      await advance(90_000);
      expect(job.runs).toHaveLength(3);
    });

    it('keeps its interval if it has no longer one', async () => {
      await startIdle({ idleMs: undefined });
      await advance(90_000);
      expect(job.runs).toHaveLength(90);
    });

    it('is back at its interval with the first request', async () => {
      const activity = await startIdle();
      await advance(100);
      activity.begin();
      await advance(1_000);
      expect(job.runs).toHaveLength(1);
      await advance(2_000);
      expect(job.runs).toHaveLength(3);
    });

    it('runs as soon as it is asked to, and counts this as work', async () => {
      const activity = await startIdle();
      job.runWithin(50);
      expect(activity.isIdle).toBe(false);
      await advance(50);
      expect(job.runs).toHaveLength(1);
    });

    it('repeats a run that fails as soon as usual', async () => {
      await startIdle({ retryMs: 5_000 });
      job.work = () => Promise.reject(new Error('down'));
      await advance(41_000);
      expect(job.runs).toHaveLength(3);
    });

    it('wakes no job that has ended', async () => {
      const activity = await startIdle();
      await job.onModuleDestroy();
      activity.record();
      await advance(60_000);
      expect(job.runs).toEqual([]);
    });
  });

  it('does not keep the process alive', () => {
    jest.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    start();
    expect(timers()).toBe(before);
  });

  it('runs sooner if it is asked to, once for several calls, and never later', async () => {
    start();
    await advance(100);
    job.runWithin(50);
    job.runWithin(80);
    await advance(40);
    job.runWithin(5_000);
    await advance(1_000);
    expect(job.runs).toEqual([0, 150]);
    await advance(10);
    expect(job.runs).toEqual([0, 150, 1_150]);
  });

  it('runs again if it is asked to during a run', async () => {
    start();
    job.work = unfinished;
    await advance(100);
    job.runWithin(50);
    job.work = () => Promise.resolve();
    finish();
    await advance(60);
    expect(job.runs).toEqual([0, 150]);
  });

  it('logs an error, and runs again', async () => {
    start();
    job.work = () => Promise.reject(new Error('Connection terminated'));
    await advance(0);
    expect(logged.mock.calls).toEqual([
      ['error', 'Could not work: Connection terminated'],
      ['log', expect.stringMatching(/^Error: Connection terminated\n/)],
    ]);
    await advance(1_000);
    expect(job.runs).toEqual([0, 1_000]);
  });

  it('logs one error a minute, at the given level, and waits longer after it', async () => {
    start({ firstMs: 0, retryMs: 5_000, level: 'warn' });
    job.work = () => Promise.reject(new Error('no'));
    await advance(59_000);
    expect([job.runs.length, job.hasFailed]).toEqual([12, true]);
    expect(logged.mock.calls.filter(([level]) => level === 'warn')).toEqual([['warn', 'Could not work: no']]);
    job.work = () => Promise.resolve();
    await advance(2_000);
    expect([job.runs.slice(-2), job.hasFailed]).toEqual([[60_000, 61_000], false]);
  });

  it('waits for the run in progress when the service stops, and then runs no more', async () => {
    start();
    job.work = unfinished;
    await advance(0);
    const isStopped = jest.fn();
    const stopped = job.onModuleDestroy().then(isStopped);
    job.runWithin(10);
    await advance(60_000);
    expect(isStopped).not.toHaveBeenCalled();
    finish();
    await stopped;
    await advance(60_000);
    expect(job.runs).toEqual([0]);
  });

  it('does not log an error of a run that the end of the service can have caused', async () => {
    start();
    job.work = async () => {
      await unfinished();
      throw new Error('Connection terminated');
    };
    await advance(0);
    const stopped = job.onModuleDestroy();
    finish();
    await stopped;
    expect([job.hasFailed, logged.mock.calls]).toEqual([true, []]);
  });

  it('does not run if the service stops before the first run', async () => {
    start({});
    await job.onModuleDestroy();
    job.runWithin(10);
    await advance(60_000);
    expect(job.runs).toEqual([]);
  });
});
