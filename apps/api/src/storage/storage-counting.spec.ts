import { StorageCounting } from './storage-counting';

const LIMITS = { free: 1, pro: null };

/** operator.md 15 */
describe('StorageCounting', () => {
  const calls: string[] = [];
  let due: number;
  let stopped: AbortSignal | undefined;
  const job = () =>
    new StorageCounting(
      {
        async countNext(limits, stop) {
          calls.push(`count ${limits.free}`);
          stopped = stop;
          return due-- > 0;
        },
        async mark() {
          calls.push('mark');
          return [];
        },
      },
      LIMITS,
    );
  beforeEach(() => {
    calls.length = 0;
    due = 1;
  });

  it('marks full accounts before and after each count', async () => {
    await job().run();
    expect(calls).toEqual(['mark', 'count 1', 'mark', 'count 1']);
  });

  it('ends a count when the service stops, and starts no other', async () => {
    const stopping = job();
    await stopping.run();
    await stopping.onModuleDestroy();
    expect(stopped!.aborted).toBe(true);
    calls.length = 0;
    await stopping.run();
    expect(calls).toEqual(['mark']);
  });
});
