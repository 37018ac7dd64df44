import { limitRule, timeFilterRule, PAGE_MAX } from '@libs/kernel';
import { cursorExpired, tooManyStreams, type LoggedEvent } from '@libs/webhooks';
import { EVENT_STREAM } from '../http/responses/event-stream';
import { failure, MALFORMED_REQUEST, refsTo, thrownBy, TOO_MANY_REQUESTS } from '../openapi/error-responses';
import { ACTOR, FEED_EVENTS, ITEM_EVENTS } from '../openapi/events';
import { ACCOUNT } from '../openapi/examples';
import { RATE_LIMITS } from '../openapi/headers';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { ref, type Resource } from '../openapi/openapi.types';
import { fileResponse, operation } from '../openapi/operation';
import { example, open } from '../openapi/schemas';
import { EventCursors } from './event-cursor';
import { EventsController } from './events.controller';
import { eventsJson, eventsRequest } from './events.http';

const cursors = new EventCursors(new Uint8Array(32));

const logged = ITEM_EVENTS.slice(0, 3).map((event, i) => ({ position: 1_772_532_000_000_000 + i, event }));
const page = (events: readonly LoggedEvent[]) =>
  eventsJson({ events, next: logged.at(-1)!.position, hasMore: false }, 20, ACCOUNT, cursors);

const EVENTS = {
  page: example('A new item, and its new status', page(logged)),
  no_events: example('No new events', page([])),
};
const CURSOR = EVENTS.page.value.pagination.next_cursor;

const [{ event, position }] = logged as [LoggedEvent];
const STREAMED = {
  stream: example(
    'A comment, and an event',
    `:\n\nid: ${cursors.encode(ACCOUNT, position)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  ),
};

export const INVALID_EVENT_QUERIES: Queries = {
  invalid_parameter_after: { after: 'x' },
  invalid_parameter_types: { types: 'feedback.voted' },
  invalid_parameter_limit: { limit: '101' },
  invalid_parameter_since: { since: 'yesterday' },
  invalid_parameter_since_after: { since: '2026-03-03', after: 'latest' },
  invalid_parameter_feedback_id: { feedback_id: 'x' },
  invalid_parameter_actor: { actor: 'me' },
  invalid_parameter_exclude_actor: { exclude_actor: 'me' },
  unknown_parameter: { page: '2' },
  repeated_parameter: { types: ['feedback.created', 'feedback.updated'] },
};
const own = {
  InvalidEventsRequest: failure({
    description: 'A query parameter is invalid, repeated, or unknown.',
    errors: {
      ...errorsOf(INVALID_EVENT_QUERIES, (query) => eventsRequest(query, '', cursors)),
      invalid_parameter_limit_stream: thrownBy(() =>
        eventsRequest({ limit: '10' }, '', cursors, { lastEventId: undefined }),
      ),
      invalid_last_event_id: thrownBy(() => eventsRequest({}, '', cursors, { lastEventId: 'x' })),
      ...MALFORMED_REQUEST,
    },
  }),
  CursorExpired: failure({
    description: 'Events after this cursor are no longer stored.',
    errors: { cursor_expired: cursorExpired() },
  }),
  TooManyStreams: failure({
    description:
      'The API key has too many event streams, or there are too many requests of the API key, the account, or the IP ' +
      'address.',
    errors: {
      too_many_streams: tooManyStreams(5, 'API key'),
      ...TOO_MANY_REQUESTS,
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};

/** `/events`: events.md 1, events.md 2. */
export const events: Resource = {
  tag: { name: 'Events', description: 'Follow all changes of your items, in order.' },
  schemas: {
    Actor: ACTOR,
    ...Object.fromEntries(Object.values(FEED_EVENTS).map(({ name, schema }) => [name, schema])),
    FeedbackEvent: {
      description: 'A committed change. Types can be added: ignore those that you do not know.',
      oneOf: Object.values(FEED_EVENTS).map(({ name }) => ref('schemas', name)),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(
          Object.entries(FEED_EVENTS).map(([type, { name }]) => [type, ref('schemas', name).$ref]),
        ),
      },
    },
    EventPage: open({
      data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', 'FeedbackEvent') },
      pagination: open({
        limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Events per page.' },
        has_more: {
          type: 'boolean',
          description:
            'Whether to request the next page now. A page can be empty although more events follow.',
        },
        next_cursor: {
          type: 'string',
          description: 'Cursor of the next page. Also on the last page: later events come after it.',
        },
      }),
    }),
    EventStream: {
      type: 'string',
      contentMediaType: EVENT_STREAM,
      description:
        'Server-sent events: `id` is a cursor, `event` the type, and `data` a `FeedbackEvent` on one line. Comments ' +
        'keep the connection open.',
    },
  },
  parameters: {
    After: {
      name: 'after',
      in: 'query',
      description:
        'Return events after this cursor: the `next_cursor` of a page, or the `id` of a streamed event. `latest` is ' +
        'the present. Starts with the oldest event if absent.',
      schema: { type: 'string' },
      example: CURSOR,
    },
    Types: {
      name: 'types',
      in: 'query',
      description: 'Return only events of these types, separated by commas.',
      schema: { type: 'string' },
      example: 'feedback.created,feedback.status_changed',
    },
    Since: {
      name: 'since',
      in: 'query',
      description:
        'Start with the events published at this time or later, instead of `after`. RFC 3339 with a UTC offset, or a ' +
        'date, which starts at midnight UTC.',
      schema: timeFilterRule.schema,
      example: '2026-03-03T10:00:00Z',
    },
    EventFeedbackId: {
      name: 'feedback_id',
      in: 'query',
      description: 'Return only events about this item, its requests, and its notes.',
      schema: { type: 'string', format: 'uuid' },
      example: '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f',
    },
    EventActor: {
      name: 'actor',
      in: 'query',
      description:
        'Return only events of this actor: the ID of an API key or a member, or a type such as `visitor`. The events of ' +
        'the successors of a rotated API key are its own.',
      schema: { type: 'string' },
      example: 'visitor',
    },
    ExcludeActor: {
      name: 'exclude_actor',
      in: 'query',
      description: 'Leave out the events of this actor, for example your own.',
      schema: { type: 'string' },
      example: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
    },
    EventLimit: {
      name: 'limit',
      in: 'query',
      description: 'Events per page. Cannot be combined with a stream.',
      schema: limitRule.schema,
      example: 20,
    },
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description:
        'Resume a stream after this event: the `id` of the last one that you received. Takes precedence over `after`. ' +
        'A page ignores it.',
      schema: { type: 'string' },
      example: CURSOR,
    },
  },
  failures: own,
  operations: [
    operation(EventsController, 'list', {
      operationId: 'listEvents',
      summary: 'List events',
      description:
        'Returns the changes of your items, oldest first, for as long as the service keeps them (30 days by default). ' +
        'Start without a cursor or with `after=latest`, and send the `next_cursor` of each page as `after` of the ' +
        'next request: no event is skipped or repeated.\n\n' +
        'With `Accept: text/event-stream`, streams events as they happen, until you close the connection. ' +
        '`Last-Event-ID` resumes a stream after an event. A stream counts as one request. An API key can have 5 streams.',
      parameters: [
        'After',
        'Since',
        'Types',
        'EventFeedbackId',
        'EventActor',
        'ExcludeActor',
        'EventLimit',
        'LastEventId',
      ],
      success: fileResponse(
        'A page of events, or a stream.',
        {
          'application/json': { schema: ref('schemas', 'EventPage'), examples: EVENTS },
          [EVENT_STREAM]: { schema: ref('schemas', 'EventStream'), examples: STREAMED },
        },
        'X-Accel-Buffering',
      ),
      otherResponses: refsTo(own, 'InvalidEventsRequest', 'CursorExpired', 'TooManyStreams'),
    }),
  ],
};
