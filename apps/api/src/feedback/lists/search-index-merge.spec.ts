import { Logger } from '@nestjs/common';
import { SearchIndexMerge } from './search-index-merge';

describe('SearchIndexMerge', () => {
  let merges: number;
  let merge: () => Promise<number>;
  let job: SearchIndexMerge;
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    merges = 0;
    job = new SearchIndexMerge(() => {
      merges++;
      return merge();
    });
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
  });

  it('runs every 2 seconds, or more often if it would merge more than 1,000 pages at once', async () => {
    merge = () => Promise.resolve(0);
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(merges).toBe(1);
    merge = () => Promise.resolve(4_000);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(merges).toBe(2);
    merge = () => Promise.resolve(1_000);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(merges).toBe(5);
    merge = () => Promise.resolve(100_000);
    await jest.advanceTimersByTimeAsync(500 + 300);
    expect(merges).toBe(9);
    merge = () => Promise.resolve(3);
    await jest.advanceTimersByTimeAsync(100 + 4_000);
    expect(merges).toBe(12);
  });

  it('runs again 10 seconds after an error, and logs one warning per minute', async () => {
    merge = () => Promise.reject(new Error('must be owner of index feedback_search_text'));
    job.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(51_000);
    expect([merges, warn.mock.calls]).toEqual([
      6,
      [['Could not merge new entries of the search index: must be owner of index feedback_search_text']],
    ]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([merges, warn.mock.calls.length]).toEqual([7, 2]);
  });
});
