import { eventsOf, type RecordedChange } from '@libs/feedback';
import { apiKeyActor, VISITOR } from '@libs/kernel';
import { eventIdOf, type Event, type LoggedEvent } from '@libs/webhooks';
import { EventCursors } from './event-cursor';
import { eventsJson } from './events.http';
import { example } from '../openapi/schemas';
import { darkMode } from '../items/feedback.examples';

/* As in feedback.examples.ts, created by the code that they document. */

const KEY = apiKeyActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f');
const cursors = new EventCursors(new Uint8Array(32));

const CHANGES: readonly RecordedChange[] = [
  { kind: 'created', actor: VISITOR, at: darkMode.createdAt, item: darkMode },
  {
    kind: 'updated',
    actor: KEY,
    at: '2026-03-04T08:30:00.000Z',
    item: { ...darkMode, status: 'planned', updatedAt: '2026-03-04T08:30:00.000Z', version: 2 },
    previous: darkMode,
  },
];
/** Changes that only the examples of webhooks have. */
const MORE_CHANGES: readonly RecordedChange[] = [
  {
    kind: 'deleted',
    actor: KEY,
    at: '2026-03-05T09:00:00.000Z',
    item: { id: darkMode.id, version: 2 },
  },
  { kind: 'imported', actor: KEY, at: '2026-03-05T09:15:00.000Z', created: 12, existing: 3 },
];
const withId = (event: object, i: number) =>
  ({ id: eventIdOf(`019cb323-e5a0-7c3d-8e9f-0a1b2c3d4e5${i}`), ...event }) as Event;
const logged: readonly LoggedEvent[] = CHANGES.flatMap(eventsOf).map((event, i) => ({
  position: 1_772_532_000_000_000 + i,
  event: withId(event, i),
}));
export const ITEM_EVENTS: readonly Event[] = [...CHANGES, ...MORE_CHANGES].flatMap(eventsOf).map(withId);

const page = (events: readonly LoggedEvent[]) =>
  eventsJson({ events, next: logged.at(-1)!.position, hasMore: false }, 20, darkMode.accountId, cursors);

export const EVENTS = {
  page: example('A new item, and its new status', page(logged)),
  no_events: example('No new events', page([])),
};
export const CURSOR = EVENTS.page.value.pagination.next_cursor;

const [{ event, position }] = logged as [LoggedEvent];
export const STREAMED = {
  stream: example(
    'A comment, and an event',
    `:\n\nid: ${cursors.encode(darkMode.accountId, position)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  ),
};
