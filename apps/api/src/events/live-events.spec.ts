import { Logger } from '@nestjs/common';
import { EventFeed, type FeedPage } from '@libs/webhooks';
import { anEvent, InMemoryEventLog } from '@libs/webhooks/testing';
import { LiveEvents } from './live-events';

/** events.md 3 */
describe('LiveEvents', () => {
  let log: InMemoryEventLog;
  let reads: number;
  let live: LiveEvents;
  let controller: AbortController;

  beforeEach(() => {
    jest.useFakeTimers();
    log = new InMemoryEventLog();
    reads = 0;
    const list = log.list.bind(log);
    log.list = (...given) => {
      reads++;
      return list(...given);
    };
    live = new LiveEvents(new EventFeed(log), log);
    controller = new AbortController();
  });
  afterEach(async () => {
    controller.abort();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  const follow = (accountId: string, after: number | null = null, types?: string[]) => {
    const ids: string[] = [];
    const collect = async (pages: AsyncIterable<FeedPage>) => {
      for await (const { events } of pages) ids.push(...events.map(({ event }) => event.id));
    };
    return { ids, ended: collect(live.follow(accountId, { after, types }, controller.signal)) };
  };
  const append = (accountId: string, ...given: Parameters<typeof anEvent>) => {
    const event = anEvent(...given);
    log.append(accountId, event);
    return event.id;
  };

  it('yields stored events, and new ones within 100 milliseconds', async () => {
    const expected = [append('a'), append('a')];
    const { ids } = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    expect(ids).toEqual(expected);
    expected.push(append('a'));
    await jest.advanceTimersByTimeAsync(100);
    expect(ids).toEqual(expected);
  });

  it('reads only for accounts with new events', async () => {
    const readers = ['a', 'b', 'c'].map((accountId) => follow(accountId));
    await jest.advanceTimersByTimeAsync(1_000);
    const before = reads;
    const id = append('b');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(readers.map(({ ids }) => ids)).toEqual([[], [id], []]);
    expect(reads - before).toBe(1);
  });

  it('reads once for all readers of an account at the same position', async () => {
    const readers = Array.from({ length: 50 }, () => follow('a'));
    await jest.advanceTimersByTimeAsync(0);
    const id = append('a');
    await jest.advanceTimersByTimeAsync(100);
    expect(readers.every(({ ids }) => ids[0] === id)).toBe(true);
    expect(reads).toBe(2);
  });

  it('does not share a read that began before new events with a reader that they woke', async () => {
    const list = log.list;
    let finish = (): void => {};
    log.list = async (...given) => {
      const page = await list(...given);
      await new Promise<void>((resolve) => (finish = resolve));
      return page;
    };
    const first = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    const id = append('a');
    await jest.advanceTimersByTimeAsync(100);
    log.list = list;
    const second = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    expect(second.ids).toEqual([id]);
    finish();
    await jest.advanceTimersByTimeAsync(0);
    expect(first.ids).toEqual([id]);
  });

  it('reads all pages of a long log', async () => {
    const expected = Array.from({ length: 55 }, () => append('a'));
    const { ids } = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    expect(ids).toEqual(expected);
  });

  it('yields a page without events every 15 seconds, with a position after the events of others', async () => {
    const positions: number[] = [];
    const collect = async () => {
      for await (const { next, events } of live.follow('a', { after: null }, controller.signal)) {
        expect(events).toEqual([]);
        positions.push(next);
      }
    };
    void collect();
    await jest.advanceTimersByTimeAsync(0);
    append('b');
    await jest.advanceTimersByTimeAsync(14_999);
    expect(positions).toEqual([0]);
    await jest.advanceTimersByTimeAsync(1);
    expect(positions).toEqual([0, 1]);
  });

  it('filters by type', async () => {
    const { ids } = follow('a', null, ['feedback.deleted']);
    append('a', 'feedback.created');
    const id = append('a', 'feedback.deleted');
    await jest.advanceTimersByTimeAsync(200);
    expect(ids).toEqual([id]);
  });

  it('continues after the log could not be reached', async () => {
    const { ids } = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const last = jest.spyOn(log, 'last').mockRejectedValue(new Error('connection refused'));
    const id = append('a');
    await jest.advanceTimersByTimeAsync(500);
    expect(ids).toEqual([]);
    last.mockRestore();
    await jest.advanceTimersByTimeAsync(100);
    expect(ids).toEqual([id]);
  });

  it('ends when the signal aborts', async () => {
    const { ended } = follow('a');
    await jest.advanceTimersByTimeAsync(0);
    controller.abort();
    await expect(ended).resolves.toBeUndefined();
  });
});
