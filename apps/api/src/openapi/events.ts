import {
  CHANGEABLE,
  eventsOf,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  REQUEST_SOURCES,
  TAG_COLORS,
  type ItemField,
  type RecordedChange,
} from '@libs/feedback';
import { ACTOR_TYPES, VISITOR } from '@libs/kernel';
import { eventIdOf, TEST_EVENT_TYPE, type DisabledReason, type Event, type EventType } from '@libs/webhooks';
import { darkMode, KEY, planned } from './examples';
import { ref, type Schema } from './openapi.types';
import { count, instant, open, STATUS } from './schemas';

const VERSION: Schema = {
  type: 'integer',
  minimum: 1,
  description:
    'Version of the item, as in its ETag; that of a deletion is one higher. To ignore an event that arrives late, ' +
    'compare it with the last one.',
};
const GONE = open({ id: { type: 'string', format: 'uuid' } });
const DELETED = open({
  id: { type: 'string', format: 'uuid' },
  external_id: {
    type: ['string', 'null'],
    description: 'The last external ID of the item. `null` in events of earlier releases.',
  },
});
const ITEM: Schema = {
  description:
    'The item. Only its `id` if the item has been deleted since, and in webhooks with the payload `thin`.',
  anyOf: [ref('schemas', 'Feedback'), GONE],
};

const COUNTED: Schema = {
  description: 'The item, or the one that it is merged into, with its totals.',
  ...open({
    id: { type: 'string', format: 'uuid' },
    request_count: ITEM_FIELDS.request_count,
    request_value: ITEM_FIELDS.request_value,
  }),
};
const REQUEST = open({
  id: { type: 'string', format: 'uuid' },
  feedback_id: { type: 'string', format: 'uuid' },
  source: { type: 'string', examples: REQUEST_SOURCES },
  count: { type: 'integer', minimum: 1 },
});

const TAG_NAME: Schema = { type: 'string' };
const TAG_COLOR: Schema = { type: 'string', examples: TAG_COLORS };
const TAG = open({ id: { type: 'string', format: 'uuid' }, name: TAG_NAME, color: TAG_COLOR });
const NOTE = open({
  id: { type: 'string', format: 'uuid' },
  feedback_id: { type: 'string', format: 'uuid' },
  author: ref('schemas', 'Actor'),
  created_at: instant('When the note was written.'),
});

/** The fields of an update that are documented. An erasure changes the submitter. */
const UPDATED_FIELDS = ITEM_FIELD_NAMES.filter(
  (name) => [...CHANGEABLE, 'submitter_email'].includes(name) && name !== 'tags' && name !== 'assignee',
);

/** The data of an update of some of these fields. */
const changed = (names: readonly ItemField[]): Schema =>
  open(
    {
      feedback: ITEM,
      version: VERSION,
      previous: {
        description:
          'Old values of the changed fields. Absent if the item has been deleted since, and in webhooks with the ' +
          'payload `thin`.',
        ...open(
          Object.fromEntries(names.map((name) => [name, name === 'status' ? STATUS : ITEM_FIELDS[name]])),
          [],
        ),
      },
      changed: {
        type: 'array',
        items: { type: 'string', enum: names },
        description: 'Names of the changed fields. Only in webhooks with the payload `thin`.',
      },
    },
    ['feedback', 'version'],
  );

export const DISABLED_REASON: Schema = {
  type: 'string',
  enum: ['gone', 'failing'] satisfies readonly DisabledReason[],
  description: '`gone`: it returned 410. `failing`: all deliveries failed for five days.',
};

interface EventSchema {
  /** Name of the component. */
  readonly name: string;
  readonly schema: Schema & { readonly description: string };
}

const event = (type: Event['type'], name: string, description: string, data: Schema): EventSchema => ({
  name,
  schema: {
    description,
    ...open({
      id: {
        type: 'string',
        pattern: '^evt_[0-9a-f]{32}$',
        description: 'Unique. A repeated event has the same ID.',
      },
      type: { type: 'string', const: type },
      timestamp: instant('When the change was made.'),
      actor: ref('schemas', 'Actor'),
      data,
    }),
  },
});

/** The events of the feed (events.md 1). */
export const FEED_EVENTS: Readonly<Record<EventType, EventSchema>> = {
  'feedback.created': event(
    'feedback.created',
    'FeedbackCreatedEvent',
    'An item was created, or released from quarantine.',
    open({ feedback: ITEM, version: VERSION }),
  ),
  'feedback.updated': event(
    'feedback.updated',
    'FeedbackUpdatedEvent',
    'At least one field of an item changed.',
    changed(UPDATED_FIELDS),
  ),
  'feedback.status_changed': event(
    'feedback.status_changed',
    'FeedbackStatusChangedEvent',
    'The status of an item changed. Sent in addition to `feedback.updated`.',
    changed(['status']),
  ),
  'feedback.deleted': event(
    'feedback.deleted',
    'FeedbackDeletedEvent',
    'An item was deleted.',
    open({ feedback: DELETED, version: VERSION }),
  ),
  'feedback.imported': event(
    'feedback.imported',
    'FeedbackImportedEvent',
    'An import was completed: one event for the whole file.',
    open({
      import: open({
        created: count('Number of new items.'),
        existing: count('Number of rows whose items existed already.'),
      }),
    }),
  ),
  'feedback.requests_reached': event(
    'feedback.requests_reached',
    'FeedbackRequestsReachedEvent',
    'The number of people who ask for an item passed 10, 25, 50, 100, 250, and so on.',
    open({ reached: count('The number that was passed.'), feedback: COUNTED }),
  ),
  'note.created': event(
    'note.created',
    'NoteCreatedEvent',
    'An internal note was written. The event does not have its text.',
    open({ note: NOTE }),
  ),
  'note.deleted': event(
    'note.deleted',
    'NoteDeletedEvent',
    'An internal note was deleted, but not its item.',
    open({ note: NOTE }),
  ),
  'request.created': event(
    'request.created',
    'RequestCreatedEvent',
    'A request for an item was added. The event has nothing personal: read the request for the rest.',
    open({ request: REQUEST, feedback: COUNTED }),
  ),
  'request.deleted': event(
    'request.deleted',
    'RequestDeletedEvent',
    'A request for an item was deleted, but not the item.',
    open({ request: REQUEST, feedback: COUNTED }),
  ),
  'tag.created': event('tag.created', 'TagCreatedEvent', 'A tag was created.', open({ tag: TAG })),
  'tag.deleted': event(
    'tag.deleted',
    'TagDeletedEvent',
    'A tag was deleted, or merged into another one. Items changed without events of their own.',
    open({ tag: TAG, merged_into: { anyOf: [TAG, { type: 'null' }] } }),
  ),
  'tag.updated': event(
    'tag.updated',
    'TagUpdatedEvent',
    'A tag got another name or color. Items have the new name without events of their own.',
    open({ tag: TAG, previous: open({ name: TAG_NAME, color: TAG_COLOR }, []) }),
  ),
  'webhook.disabled': event(
    'webhook.disabled',
    'WebhookDisabledEvent',
    'The service disabled a webhook.',
    open({
      webhook: open({
        id: { type: 'string', format: 'uuid' },
        url: { type: 'string', format: 'uri', description: 'Its scheme and host.' },
        disabled_reason: DISABLED_REASON,
      }),
    }),
  ),
};

/** Sent to a webhook on request, and not in the feed. */
export const TEST_EVENT = event(
  TEST_EVENT_TYPE,
  'WebhookTestEvent',
  'A test of a webhook. Needs no action.',
  open({ message: { type: 'string' } }),
);

export const ACTOR: Schema = {
  description: 'Who made a change. To ignore your own changes, compare `id` with the ID of your API key.',
  ...open(
    {
      type: { type: 'string', enum: ACTOR_TYPES },
      id: {
        type: 'string',
        format: 'uuid',
        description: 'ID of the API key or member; otherwise absent.',
      },
    },
    ['type'],
  ),
};

const counted = { id: darkMode.id, request_count: 10, request_value: 1200 };
const asked = {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f',
  feedback_id: darkMode.id,
  source: 'api',
  count: 1,
} as const;
const tag = { id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e60', name: 'Mobile', color: 'blue' } as const;
const note = {
  id: '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e61',
  itemId: darkMode.id,
  author: KEY,
  createdAt: '2026-03-05T09:43:00.000Z',
};
const CHANGES: readonly RecordedChange[] = [
  { kind: 'created', actor: VISITOR, at: darkMode.created_at, item: darkMode },
  { kind: 'updated', actor: KEY, at: planned.updated_at, item: planned, previous: darkMode },
  {
    kind: 'deleted',
    actor: KEY,
    at: '2026-03-05T09:00:00.000Z',
    item: { id: darkMode.id, external_id: darkMode.external_id, version: 2 },
  },
  { kind: 'imported', actor: KEY, at: '2026-03-05T09:15:00.000Z', created: 12, existing: 3 },
  { kind: 'requests_reached', actor: KEY, at: '2026-03-05T09:30:00.000Z', reached: 10, item: counted },
  { kind: 'request_created', actor: KEY, at: '2026-03-05T09:30:00.000Z', request: asked, item: counted },
  { kind: 'request_deleted', actor: KEY, at: '2026-03-05T09:31:00.000Z', request: asked, item: counted },
  { kind: 'tag_created', actor: KEY, at: '2026-03-05T09:40:00.000Z', tag },
  { kind: 'tag_updated', actor: KEY, at: '2026-03-05T09:41:00.000Z', tag, previous: { name: 'Phone' } },
  { kind: 'tag_deleted', actor: KEY, at: '2026-03-05T09:42:00.000Z', tag, mergedInto: null },
  { kind: 'note_created', actor: KEY, at: note.createdAt, note },
  { kind: 'note_deleted', actor: KEY, at: '2026-03-05T09:44:00.000Z', note },
];
/** Example events about items, in order: the first three are of an item that exists. */
export const ITEM_EVENTS: readonly Event[] = CHANGES.flatMap(eventsOf).map(
  (event, i) =>
    ({ id: eventIdOf(`019cb323-e5a0-7c3d-8e9f-0a1b2c3d4e${(0x50 + i).toString(16)}`), ...event }) as Event,
);
