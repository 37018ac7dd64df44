import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { sessionRequired, type Reader } from '@libs/accounts';
import { NotificationStreams } from './notification-streams';

/** Records what is written. */
class FakeResponse extends EventEmitter {
  text = '';
  writableEnded = false;
  writableNeedDrain = false;
  destroyed = false;
  write(text: string): void {
    this.text += text;
  }
  end(text = ''): void {
    this.text += text;
    this.writableEnded = true;
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** notifications.md 5 */
describe('NotificationStreams', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  let counts: Map<string, number>;
  let queries: (readonly Reader[])[];
  let streams: NotificationStreams;
  let failure: Error | null;
  let removed: Set<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    counts = new Map();
    queries = [];
    failure = null;
    removed = new Set();
    const unreadOfMembers = async (readers: readonly Reader[]) => {
      queries.push(readers);
      if (failure) throw failure;
      return readers.map(({ personId }) => counts.get(personId) ?? (removed.has(personId) ? null : 0));
    };
    streams = new NotificationStreams({ unreadOfMembers }, 1_000);
  });
  afterEach(() => {
    streams.stop();
    jest.useRealTimers();
  });

  const aReader = (personId: string = randomUUID()): Reader => ({ accountId: randomUUID(), personId });
  const open = async (reader: Reader, checkAccess = async () => {}) => {
    const response = new FakeResponse();
    streams.open(reader, response as unknown as ServerResponse, checkAccess);
    await seconds(0);
    return response;
  };
  const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);
  const message = (unread: number) => `event: unread\ndata: {"unread":${unread}}\n\n`;

  it('send the count at once, and again when it changes', async () => {
    const reader = aReader();
    counts.set(reader.personId, 2);
    const response = await open(reader);
    expect(response.text).toBe(message(2));
    await seconds(3);
    expect(response.text).toBe(message(2));
    counts.set(reader.personId, 3);
    await seconds(1);
    expect(response.text).toBe(message(2) + message(3));
  });

  it('count for all readers with one query, which stops after the last one', async () => {
    const [one, two] = [await open(aReader()), await open(aReader())];
    queries = [];
    await seconds(1);
    expect(queries.map((readers) => readers.length)).toEqual([2]);
    one.destroy();
    two.destroy();
    await seconds(1);
    queries = [];
    await seconds(5);
    expect(queries).toEqual([]);
  });

  it('send a comment every 15 seconds', async () => {
    const response = await open(aReader());
    await seconds(31);
    expect(response.text).toBe(`${message(0)}:\n\n:\n\n`);
  });

  it('end without another message when access has ended', async () => {
    const reader = aReader();
    let hasEnded = false;
    const response = await open(reader, async () => {
      if (hasEnded) throw sessionRequired();
    });
    hasEnded = true;
    counts.set(reader.personId, 1);
    await seconds(1);
    expect([response.text, response.writableEnded]).toEqual([message(0), true]);
  });

  it('say so within a second when the person is not a member any more, and end', async () => {
    const reader = aReader();
    const response = await open(reader);
    removed.add(reader.personId);
    await seconds(1);
    expect(response.text).toBe(`${message(0)}event: removed\ndata: {}\n\n`);
    expect(response.writableEnded).toBe(true);
  });

  it('continue after an error of the database', async () => {
    const reader = aReader();
    const response = await open(reader);
    failure = new Error('Connection terminated');
    counts.set(reader.personId, 1);
    await seconds(2);
    failure = null;
    await seconds(1);
    expect(response.text).toBe(message(0) + message(1));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('close the connection of a client that reads nothing', async () => {
    const reader = aReader();
    const response = await open(reader);
    response.writableNeedDrain = true;
    counts.set(reader.personId, 1);
    await seconds(1);
    expect([response.text, response.destroyed]).toEqual([message(0), true]);
  });

  it('are limited to 5 per person, and freed when they close', async () => {
    const reader = aReader();
    const opened = [];
    for (let i = 0; i < 5; i++) opened.push(await open(reader));
    expect(() => streams.assertFree(reader)).toThrow('Too many event streams for this member (maximum 5)');
    streams.assertFree(aReader());
    opened[0]!.destroy();
    streams.assertFree(reader);
  });

  it('tell clients to return when the service stops', async () => {
    const response = await open(aReader());
    streams.stop();
    expect(response.text).toMatch(/retry: \d+\n\n$/);
    expect((await open(aReader())).text).toMatch(/^retry: \d+\n\n$/);
  });
});
