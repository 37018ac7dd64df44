import type { HistoryChange, ItemNote } from '@libs/contract';
import { statusMessage } from '../status-messages/status-message.fixture';
import { threadOf, type Loaded } from './thread';

const time = (minute: number) => `2026-03-03T10:${String(minute).padStart(2, '0')}:00.000Z`;
const note = (minute: number): ItemNote => ({
  id: `n${minute}`,
  text: 'Ask Ada',
  author: { type: 'owner' },
  author_name: null,
  created_at: time(minute),
});
const change = (minute: number): HistoryChange => ({
  at: time(minute),
  actor: { type: 'owner' },
  type: 'updated',
  changes: {},
});
const loaded = <T>(make: (minute: number) => T, minutes: number[], hasMore = false): Loaded<T> => ({
  rows: minutes.map(make),
  hasMore,
});
const minutesOf = (...args: Parameters<typeof threadOf>) =>
  threadOf(...args).entries.map(({ kind, at }) => `${kind} ${Number(at.slice(14, 16))}`);

/** history.md 4 */
describe('threadOf', () => {
  it('merges notes and changes by time, newest first', () => {
    const [notes, changes] = [loaded(note, [5, 2]), loaded(change, [6, 4, 1])];
    expect(minutesOf(notes, changes)).toEqual(['change 6', 'note 5', 'change 4', 'note 2', 'change 1']);
    expect(threadOf(notes, changes).next).toEqual([]);
  });

  it('has messages about the status at the time when they were sent, or asked for', () => {
    const held = statusMessage('held', { id: 'held', created_at: time(5) });
    const sent = statusMessage('sent', { id: 'sent', created_at: time(1), sent_at: time(3) });
    const [notes, changes] = [loaded(note, [4]), loaded(change, [2])];
    expect(minutesOf(notes, changes, [held, sent])).toEqual(['message 5', 'note 4', 'message 3', 'change 2']);
  });

  it('leaves out what is older than the end of a list that has more', () => {
    const [notes, changes] = [loaded(note, [5, 2]), loaded(change, [6, 4], true)];
    expect(minutesOf(notes, changes)).toEqual(['change 6', 'note 5', 'change 4']);
    expect(threadOf(notes, changes).next).toEqual(['changes']);
  });

  it('needs the list that ends later', () => {
    const [notes, changes] = [loaded(note, [9, 8], true), loaded(change, [9, 1], true)];
    expect(minutesOf(notes, changes)).toEqual(['note 9', 'change 9', 'note 8']);
    expect(threadOf(notes, changes).next).toEqual(['notes']);
    const same = [loaded(note, [3], true), loaded(change, [3], true)] as const;
    expect(threadOf(...same).next).toEqual(['notes', 'changes']);
  });

  it('keeps the order and gives each change its own key', () => {
    const { entries } = threadOf(loaded(note, []), loaded(change, [4, 4, 4]));
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3);
    const longer = threadOf(loaded(note, []), loaded(change, [5, 4, 4, 4])).entries;
    expect(longer.slice(1).map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
  });
});
