import { Logger } from '@nestjs/common';
import { ApiUsageRecording } from './api-usage-recording';

/** api-keys.md 8 */
describe('ApiUsageRecording', () => {
  let flushes: number;
  let flush: () => Promise<void>;
  let left: number;
  let job: ApiUsageRecording;
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    [flushes, left] = [0, 2];
    flush = () => Promise.resolve();
    const counter = { flush: () => (flushes++, flush()) };
    job = new ApiUsageRecording(counter, { removeOld: async () => Math.max(0, left--) });
    job.onApplicationBootstrap();
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
  });

  it('stores the numbers every 20 seconds', async () => {
    await jest.advanceTimersByTimeAsync(70_000);
    expect(flushes).toBe(4);
  });

  it('deletes all old numbers every hour', async () => {
    await jest.advanceTimersByTimeAsync(70_000);
    expect(left).toBe(-1);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(left).toBe(-2);
  });

  it('continues after errors, and logs one warning per minute', async () => {
    flush = () => Promise.reject(new Error('down'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(flushes).toBe(3);
    expect(warn.mock.calls).toEqual([['Could not store the number of requests; retrying: down']]);
  });
});
