import { Logger } from '@nestjs/common';
import { SearchIndexing } from './search-indexing';

describe('SearchIndexing', () => {
  let calls: number;
  let addSome: () => Promise<boolean>;
  let job: SearchIndexing;
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    calls = 0;
    job = new SearchIndexing({
      addSome: () => {
        calls++;
        return addSome();
      },
    });
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
  });

  it('runs every 2 seconds until nothing is left', async () => {
    let left = 3;
    addSome = () => Promise.resolve(left-- > 0);
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(calls).toBe(4);
    await jest.advanceTimersByTimeAsync(4_000);
    expect(calls).toBe(6);
  });

  it('stops between two steps when the service stops', async () => {
    addSome = () => {
      if (calls === 2) void job.onModuleDestroy();
      return Promise.resolve(true);
    };
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(calls).toBe(2);
  });

  it('runs again 10 seconds after an error, and logs one warning per minute', async () => {
    addSome = () => Promise.reject(new Error('must be owner of index feedback_search_text'));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(51_000);
    expect([calls, warn.mock.calls]).toEqual([
      6,
      [['Could not add items to the search index: must be owner of index feedback_search_text']],
    ]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([calls, warn.mock.calls.length]).toEqual([7, 2]);
  });
});
