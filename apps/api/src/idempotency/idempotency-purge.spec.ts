import { ConsoleLogger, Logger } from '@nestjs/common';
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
    Logger.overrideLogger(new ConsoleLogger());
  });

  it('runs shortly after the start, then every hour', async () => {
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

  it('logs an error and tries again after an hour', async () => {
    purge = () => Promise.reject(new Error('Connection terminated'));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual([
      'error: Could not delete expired idempotency keys; retrying in one hour: Connection terminated',
      expect.stringMatching(/^Error: Connection terminated\n/),
    ]);
    purge = once(3);
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(lines[2]).toBe('Deleted expired idempotency keys: 3');
  });

  it('deletes in chunks until no key is left', async () => {
    const chunks = [1000, 1000, 7, 0];
    purge = () => Promise.resolve(chunks.shift()!);
    await job.run();
    expect([asked, lines]).toEqual([4, ['Deleted expired idempotency keys: 2007']]);
  });

  it('logs nothing if no key expired', async () => {
    await job.run();
    expect([asked, lines]).toEqual([1, []]);
  });

  it('stops with the service, after the current chunk', async () => {
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
});
