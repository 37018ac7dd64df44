import { limitRule } from '@libs/kernel';
import {
  DELIVERY_STATUSES,
  deliveryNotFound,
  endpointDisabled,
  endpointNotFound,
  EVENT_TYPES,
  eventUnavailable,
  replayRule,
  TEST_EVENT_TYPE,
  type Delivery,
} from '@libs/webhooks';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, refsTo } from '../openapi/error-responses';
import { ACCOUNT, cursors } from '../openapi/examples';
import { bodyErrors, errorsOf, NO_BODIES, type Bodies, type Queries } from '../openapi/invalid-requests';
import type { Parameter, Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import {
  count,
  example,
  idParameter,
  instant,
  nullable,
  open,
  pageOf,
  withDescriptions,
} from '../openapi/schemas';
import { DeliveriesController } from './deliveries.controller';
import { deliveriesJson, deliveriesRequest, queuedJson } from './webhooks.http';

const succeeded: Delivery = {
  id: '019cb7f6-9b40-7c3d-8e9f-0a1b2c3d4e5f',
  eventId: 'evt_019cb323e5a07c3d8e9f0a1b2c3d4e51',
  eventType: 'feedback.status_changed',
  status: 'succeeded',
  attempts: [
    { at: '2026-03-04T08:30:00.230Z', statusCode: 204, error: null, durationMs: 182, resent: false },
  ],
  nextAttemptAt: null,
  createdAt: new Date('2026-03-04T08:30:00.200Z'),
};
const pending: Delivery = {
  ...succeeded,
  id: '019cb7f6-9b3f-7c3d-8e9f-0a1b2c3d4e5f',
  eventId: 'evt_019cb323e5a07c3d8e9f0a1b2c3d4e50',
  eventType: 'feedback.created',
  status: 'pending',
  attempts: [
    {
      at: '2026-03-04T08:30:00.229Z',
      statusCode: 503,
      error: 'responded with status 503',
      durationMs: 41,
      resent: false,
    },
  ],
  nextAttemptAt: new Date('2026-03-04T08:30:05.310Z'),
  createdAt: new Date('2026-03-04T08:30:00.199Z'),
};
const DELIVERIES = {
  page: example(
    'A delivery that succeeded, and one that will be repeated',
    deliveriesJson({ items: [succeeded, pending], hasMore: true }, { limit: 2 }, ACCOUNT, cursors),
  ),
  empty: example(
    'No deliveries',
    deliveriesJson({ items: [], hasMore: false }, { limit: 20 }, ACCOUNT, cursors),
  ),
};
const CURSOR = DELIVERIES.page.value.pagination.next_cursor!;
const QUEUED = { delivery: example('The delivery', queuedJson(succeeded.id)) };

const REPLAYED_BY = {
  since: example('Since a time', { since: '2026-03-03T21:00:00Z' }),
  dry_run: example('Count the events of a span', {
    since: '2026-03-03T21:00:00Z',
    until: '2026-03-04T09:00:00Z',
    dry_run: true,
  }),
};
const REPLAYED = { queued: example('17 events', { data: { queued: 17 } }) };

export const INVALID_REPLAYS: Bodies = {
  missing_required_field: {},
  invalid_type: { since: 1772532000 },
  null_not_allowed: { since: '2026-03-03T10:00:00Z', until: null },
  invalid_characters: { since: '\u0000' },
  invalid_value: { since: '2026-03-03' },
  unknown_field: { since: '2026-03-03T10:00:00Z', types: ['*'] },
  ...NO_BODIES,
};

export const INVALID_DELIVERY_QUERIES: Queries = {
  invalid_parameter_status: { status: 'done' },
  invalid_parameter_event_type: { event_type: 'feedback.voted' },
  invalid_parameter_limit: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'x' },
  unknown_parameter: { page: '2' },
  repeated_parameter: { status: ['failed', 'pending'] },
};

const NOT_FOUND = { webhook_not_found: endpointNotFound() };
const DISABLED = { webhook_disabled: endpointDisabled() };
export const ON_WEBHOOK = { ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST };

export const deliveryFailures = {
  InvalidWebhookRequest: failure({
    description: 'The URL is malformed or has a query parameter.',
    errors: ON_WEBHOOK,
  }),
  InvalidReplay: failure({
    description: 'The URL or the body is invalid, or `until` is before `since`. Nothing was queued.',
    errors: { ...bodyErrors(replayRule, INVALID_REPLAYS), ...ON_WEBHOOK },
  }),
  InvalidDeliveriesRequest: failure({
    description: 'The URL is malformed, or a query parameter is invalid, repeated, or unknown.',
    errors: {
      ...errorsOf(INVALID_DELIVERY_QUERIES, (query) => deliveriesRequest(query, ACCOUNT, cursors)),
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  WebhookNotFound: failure({ description: 'The account has no webhook with this ID.', errors: NOT_FOUND }),
  DeliveryNotFound: failure({
    description: 'The account has no webhook with this ID, or the webhook has no such delivery.',
    errors: { delivery_not_found: deliveryNotFound(), ...NOT_FOUND },
  }),
  WebhookDisabled: failure({
    description: 'The webhook is disabled. Nothing was queued.',
    errors: DISABLED,
  }),
  DeliveryNotSendable: failure({
    description: 'The webhook is disabled, or the event can no longer be sent. Nothing was queued.',
    errors: { event_unavailable: eventUnavailable(), ...DISABLED },
  }),
};
const errors = (...names: (keyof typeof deliveryFailures)[]) => refsTo(deliveryFailures, ...names);

export const ID = { type: 'string', format: 'uuid' };

const DELIVERY = open({
  id: { ...ID, description: 'ID of the delivery. Repeats have the same ID.' },
  event_id: {
    type: 'string',
    pattern: '^evt_[0-9a-f]{32}$',
    description: 'ID of the event, and the `webhook-id` of each request.',
  },
  event_type: { type: 'string', enum: [...EVENT_TYPES, TEST_EVENT_TYPE] },
  status: {
    type: 'string',
    enum: DELIVERY_STATUSES,
    description:
      '`pending`: an attempt follows. `failed`: all attempts failed. `cancelled`: the webhook was disabled, or the ' +
      'item was deleted.',
  },
  attempts: {
    type: 'array',
    description: 'The requests, oldest first.',
    items: open({
      at: instant('When the attempt started.'),
      status_code: { type: ['integer', 'null'], description: 'Status of the response; null without one.' },
      error: { type: ['string', 'null'], description: 'Why it failed; null if it succeeded.' },
      duration_ms: count('Duration in milliseconds.'),
      resent: {
        type: 'boolean',
        description:
          'Whether the request was sent twice, because the endpoint closed the connection of the first one without a ' +
          'response.',
      },
    }),
  },
  next_attempt_at: nullable(instant('When the next attempt is due; null if there is none.')),
  created_at: instant('When the delivery was queued.'),
});

export const deliverySchemas: Readonly<Record<string, Schema>> = {
  WebhookDelivery: DELIVERY,
  WebhookDeliveryPage: pageOf('WebhookDelivery', 'Deliveries'),
  QueuedDeliveryResponse: open({
    data: open({ delivery_id: { ...ID, description: 'ID of the queued delivery.' } }),
  }),
  WebhookReplay: withDescriptions(replayRule.schema, {
    since: { description: 'Replays events at this time or later.' },
    until: { description: 'Replays events before this time. Defaults to the present.' },
    dry_run: {
      description: 'If `true`, nothing is queued, and the response has the number of events that would be.',
    },
  }),
  WebhookReplayResponse: open({ data: open({ queued: count('Number of events.') }) }),
};

/** The headers of the requests that deliver events. */
export const WEBHOOK_HEADERS: Readonly<Record<string, Parameter>> = {
  WebhookEventId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'ID of the event. The same in all attempts: to ignore a repeat, remember it.',
    schema: { type: 'string' },
    example: 'evt_019cb323e5a07c3d8e9f0a1b2c3d4e50',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt, in Unix seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1772613000',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures of Standard Webhooks, separated by spaces: `v1` (HMAC-SHA-256) or `v1a` (Ed25519). One of them must ' +
      'be valid.',
    schema: { type: 'string' },
    example: 'v1,sksJjOybmP+wsrb+iNKIyr4I8vMv9OmcgCOxsD05jkU=',
  },
};

export const deliveryParameters: Readonly<Record<string, Parameter>> = {
  DeliveryId: idParameter('delivery_id', 'delivery', succeeded.id),
  DeliveryStatus: {
    name: 'status',
    in: 'query',
    description: 'Return only deliveries with this status.',
    schema: { type: 'string', enum: DELIVERY_STATUSES },
    example: 'failed',
  },
  DeliveryEventType: {
    name: 'event_type',
    in: 'query',
    description: 'Return only deliveries of events of this type.',
    schema: { type: 'string' },
    example: 'feedback.created',
  },
  DeliveryLimit: {
    name: 'limit',
    in: 'query',
    description: 'Deliveries per page.',
    schema: limitRule.schema,
    example: 20,
  },
  DeliveryCursor: {
    name: 'cursor',
    in: 'query',
    description: '`next_cursor` of the previous page.',
    schema: { type: 'string' },
    example: CURSOR,
  },
};

/** Deliveries of a webhook: webhooks.md 2. */
export const deliveryOperations = [
  operation(DeliveriesController, 'test', {
    operationId: 'testWebhook',
    summary: 'Test a webhook',
    description:
      'Sends a `webhook.test` event; with the payload `slack`, a test message. To see the result, list the deliveries.',
    parameters: ['WebhookId'],
    success: jsonResponse('The delivery was queued.', 'QueuedDeliveryResponse', QUEUED),
    otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound', 'WebhookDisabled'),
  }),
  operation(DeliveriesController, 'list', {
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'Returns the deliveries of a webhook and their attempts, newest first.',
    parameters: ['WebhookId', 'DeliveryStatus', 'DeliveryEventType', 'DeliveryLimit', 'DeliveryCursor'],
    success: jsonResponse('A page of deliveries.', 'WebhookDeliveryPage', DELIVERIES),
    otherResponses: errors('InvalidDeliveriesRequest', 'WebhookNotFound'),
  }),
  operation(DeliveriesController, 'retry', {
    operationId: 'retryWebhookDelivery',
    summary: 'Retry a delivery',
    description:
      'Sends a delivery again, now, whatever its status. The request has the same `webhook-id` and body, and a new ' +
      'timestamp.',
    parameters: ['WebhookId', 'DeliveryId'],
    success: jsonResponse('The delivery was queued.', 'QueuedDeliveryResponse', QUEUED),
    otherResponses: errors('InvalidWebhookRequest', 'DeliveryNotFound', 'DeliveryNotSendable'),
  }),
  operation(DeliveriesController, 'replay', {
    operationId: 'replayWebhook',
    summary: 'Replay events',
    description:
      'Queues all events of a span that match the types of the webhook and that it has not received: also events from ' +
      'before it existed, and while it was disabled. Events that are pending are not queued twice.',
    parameters: ['WebhookId'],
    body: { schema: 'WebhookReplay', examples: REPLAYED_BY },
    success: jsonResponse('The events were queued.', 'WebhookReplayResponse', REPLAYED),
    otherResponses: errors('InvalidReplay', 'WebhookNotFound', 'WebhookDisabled'),
  }),
];
