import { StorageCounting } from './storage-counting';

const LIMITS = { free: 1, pro: null };

/** storage.md 2, storage.md 3 */
describe('StorageCounting', () => {
  let calls: string[];
  let due: string[];
  let count: (accountId: string) => void;
  let job: StorageCounting;
  let stopped: AbortSignal | undefined;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    calls = [];
    due = ['a', 'b'];
    count = () => {};
    job = new StorageCounting(
      {
        addAccounts: async () => void calls.push('add'),
        mark: async ({ free }) => {
          calls.push(`mark ${free}`);
          return [];
        },
        takeDue: async () => (due.length > 0 ? { accountId: due.shift()!, added: '0' } : null),
        count: async ({ accountId }, stop) => {
          calls.push(accountId);
          stopped = stop;
          count(accountId);
        },
      },
      LIMITS,
    );
  });
  afterEach(() => jest.useRealTimers());

  it('marks full accounts at the start and at the end of a run', async () => {
    await job.run();
    expect(calls).toEqual(['mark 1', 'add', 'a', 'b', 'mark 1']);
  });

  it('marks full accounts once if none is due', async () => {
    due = [];
    await job.run();
    expect(calls).toEqual(['mark 1', 'add']);
  });

  it('counts the other accounts if a count fails', async () => {
    count = (accountId) => {
      if (accountId === 'a') throw new Error('canceling statement due to statement timeout');
    };
    await job.run();
    expect(calls).toEqual(['mark 1', 'add', 'a', 'b', 'mark 1']);
  });

  it('starts no count 20 seconds after the start of the run', async () => {
    due = ['a', 'b', 'c'];
    count = () => jest.advanceTimersByTime(10_000);
    await job.run();
    expect(calls).toEqual(['mark 1', 'add', 'a', 'b', 'mark 1']);
  });

  it('ends a count when the service stops, and starts no other', async () => {
    count = () => void job.onModuleDestroy();
    await job.run();
    expect(stopped!.aborted).toBe(true);
    expect(calls).not.toContain('b');
  });
});
