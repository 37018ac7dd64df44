import { Logger } from '@nestjs/common';
import { IdempotencyPurge } from './idempotency-purge';

const HOUR = 3_600_000;

describe('IdempotencyPurge', () => {
  const lines: string[] = [];
  let asked: number;
  let purge: () => Promise<number>;
  const once = (count: number) => {
    let left = count;
    return () => Promise.resolve(left).finally(() => (left = 0));
  };
  let job: IdempotencyPurge;

  beforeEach(() => {
    jest.useFakeTimers();
    asked = 0;
    lines.length = 0;
    purge = () => Promise.resolve(0);
    Logger.overrideLogger({
      log: (line: string) => lines.push(line),
      warn: (line: string) => lines.push(line),
      error: (line: string) => lines.push(`error: ${line}`),
    });
    job = new IdempotencyPurge({
      purge: () => {
        asked++;
        return purge();
      },
    });
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
    Logger.overrideLogger(['log', 'warn', 'error']);
  });

  it('runs shortly after the start, and every hour', async () => {
    job.onApplicationBootstrap();
    expect(asked).toBe(0);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(HOUR - 1);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toBe(2);
    await jest.advanceTimersByTimeAsync(24 * HOUR);
    expect(asked).toBe(26);
  });

  it('keeps no process alive', () => {
    jest.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    job.onApplicationBootstrap();
    expect(timers()).toBe(before);
  });

  it('runs on after a failure, and says so without failing itself', async () => {
    purge = () => Promise.reject(new Error('Connection terminated'));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual(['error: Idempotency keys could not be purged; the next try is in an hour']);
    purge = once(3);
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(lines[1]).toBe('Forgot 3 idempotency keys whose time was over');
  });

  it('goes on until nothing is left', async () => {
    const stretches = [1000, 1000, 7, 0];
    purge = () => Promise.resolve(stretches.shift()!);
    await job.run();
    expect([asked, lines]).toEqual([4, ['Forgot 2007 idempotency keys whose time was over']]);
  });

  it('says nothing when there was nothing to do', async () => {
    await job.run();
    expect([asked, lines]).toEqual([1, []]);
  });

  it('stops when the service does, after the stretch that is under way', async () => {
    let done = () => {};
    purge = () => new Promise((resolve) => (done = () => resolve(1)));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10_000);
    let isStopped = false;
    const stopped = job.onModuleDestroy().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(10 * HOUR);
    expect([asked, isStopped]).toEqual([1, false]);
    done();
    await stopped;
  });

  it('does not run at all when the service stops before', async () => {
    job.onApplicationBootstrap();
    await job.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(10 * HOUR);
    expect(asked).toBe(0);
  });
});
