import type { EventType, FeedbackEvent } from '@libs/contract';
import { addEvents, isFull, LIVE_MAX, NO_LIVE_EVENTS, showWaiting, withoutDeleted } from './live-events';

const event = (id: string, item = 'i1', type: EventType = 'feedback.created'): FeedbackEvent => ({
  id,
  type,
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { type: 'visitor' },
  data: { feedback: { id: item, title: 'Dark mode' }, version: 1, previous: { title: 'Dark' } },
});
const [a, b, c] = [event('a'), event('b'), event('c')];

describe('live events', () => {
  it('are shown on top, newest first', () => {
    const live = addEvents(addEvents(NO_LIVE_EVENTS, [a, b], false), [c], false);
    expect(live).toEqual({ shown: [c, b, a], waiting: [] });
  });

  it('wait while the list is held, and until they are shown', () => {
    const held = addEvents(addEvents(NO_LIVE_EVENTS, [a], false), [b], true);
    expect(held).toEqual({ shown: [a], waiting: [b] });
    const later = addEvents(held, [c], false);
    expect(later).toEqual({ shown: [a], waiting: [c, b] });
    expect(showWaiting(later)).toEqual({ shown: [c, b, a], waiting: [] });
  });

  it('are full when there are too many, shown or waiting', () => {
    const many = Array.from({ length: LIVE_MAX - 1 }, (_, n) => event(String(n)));
    const live = addEvents(NO_LIVE_EVENTS, many, false);
    expect(isFull(live)).toBe(false);
    expect(isFull(addEvents(live, [a], true))).toBe(true);
  });

  it.each([false, true])('remove the values of an item that is deleted (held: %s)', (isHeld) => {
    const deletion = {
      ...event('d', 'i1', 'feedback.deleted'),
      data: { feedback: { id: 'i1' }, version: 1 },
    };
    const live = addEvents(NO_LIVE_EVENTS, [deletion], isHeld);
    const other = event('o', 'i2');
    expect(withoutDeleted([deletion, a, other], live)).toEqual([
      deletion,
      { ...a, data: { feedback: { id: 'i1' }, version: 1 } },
      other,
    ]);
    expect(withoutDeleted([a], NO_LIVE_EVENTS)).toEqual([a]);
  });
});
