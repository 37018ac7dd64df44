import { Logger } from '@nestjs/common';
import type { Published } from '@libs/webhooks';
import { Activity } from '../activity';
import { EventPublication } from './event-publication';

const published = (changes: number, deliveries = 0): Published => ({
  changes,
  events: changes,
  deliveries,
});

/** events.md 1 */
describe('EventPublication', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  let runs: number[];
  let maintained: number;
  let publish: () => Promise<Published | null>;
  let maintain: () => Promise<void>;
  let queued: number;
  let job: EventPublication;

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    runs = [];
    maintained = 0;
    queued = 0;
    publish = () => Promise.resolve(published(0));
    maintain = () => Promise.resolve();
    const start = performance.now();
    const store = {
      publish: () => {
        runs.push(performance.now() - start);
        return publish();
      },
      maintainPartitions: () => {
        maintained++;
        return maintain();
      },
    };
    job = new EventPublication(store, () => queued++);
    job.onApplicationBootstrap();
  });
  afterEach(async () => {
    await job.onModuleDestroy();
    jest.useRealTimers();
  });
  const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  it.each([
    ['changes', published(1)],
    ['another instance that publishes', null],
  ])('counts %s as work, so that the process is not idle (operator.md 16)', async (_name, result) => {
    let now = 0;
    const activity = new Activity(() => now);
    job.runLessOftenWhileIdle(activity);
    now = 300_000;
    await advance(0);
    expect(activity.isIdle).toBe(true);
    publish = () => Promise.resolve(result);
    await advance(30_000);
    expect(activity.isIdle).toBe(false);
  });

  it('publishes every second, and 50 milliseconds after a request', async () => {
    await advance(1_000);
    expect(runs).toEqual([0, 1_000]);
    await advance(400);
    job.announce();
    await advance(20);
    job.announce();
    await advance(1_030);
    expect(runs).toEqual([0, 1_000, 1_450, 2_450]);
  });

  it('publishes again soon after it published changes, or while another instance publishes', async () => {
    publish = () => Promise.resolve(runs.length === 2 ? null : published(runs.length === 1 ? 20 : 0));
    await advance(150);
    expect(runs).toEqual([0, 50, 150]);
  });

  it('collects changes for up to 150 milliseconds under load, and for less if there are many', async () => {
    const changes = [100, 200, 1_000, 10_000, 500, 99, 0];
    publish = () => Promise.resolve(published(changes[runs.length - 1] ?? 0));
    await advance(600);
    expect(runs).toEqual([0, 150, 300, 375, 385, 395, 445]);
  });

  it('reports that deliveries were queued', async () => {
    publish = () => Promise.resolve(published(1, runs.length === 2 ? 3 : 0));
    await advance(0);
    expect(queued).toBe(0);
    await advance(50);
    expect(queued).toBe(1);
  });

  it('does not miss a request during a run', async () => {
    let finish = (): void => {};
    publish = () => new Promise((resolve) => (finish = () => resolve(published(0))));
    await advance(0);
    job.announce();
    await advance(30);
    finish();
    await advance(19);
    expect(runs).toEqual([0]);
    await advance(1);
    expect(runs).toEqual([0, 50]);
    finish();
  });

  it('maintains the partitions at the start and every hour', async () => {
    await advance(3_599_999);
    expect(maintained).toBe(1);
    await advance(1_001);
    expect(maintained).toBe(2);
  });

  it('publishes although the partitions could not be maintained, and warns if that fails after a minute too', async () => {
    maintain = () => Promise.reject(new Error('canceling statement due to lock timeout'));
    await advance(59_999);
    expect([runs.length, maintained]).toEqual([60, 1]);
    expect(warn).not.toHaveBeenCalled();
    await advance(1);
    expect(maintained).toBe(2);
    expect(warn.mock.calls).toEqual([
      ['Could not maintain the partitions of the event log: canceling statement due to lock timeout'],
    ]);
  });

  it('maintains the partitions before the run after an error', async () => {
    publish = () =>
      maintained === 1 ? Promise.reject(new Error('no partition')) : Promise.resolve(published(0));
    await advance(10_000);
    expect([runs.slice(0, 3), maintained]).toEqual([[0, 5_000, 6_000], 2]);
  });

  it('runs again 5 seconds after an error, or after the next request, and logs one warning per minute', async () => {
    publish = () => Promise.reject(new Error('no space left on device'));
    await advance(10_000);
    expect(runs).toEqual([0, 5_000, 10_000]);
    expect(warn.mock.calls).toEqual([['Could not publish events: no space left on device']]);
  });
});
