import { PAGE_MAX } from '@libs/kernel';
import {
  ALL_EVENTS,
  DELIVERY_STATUSES,
  ENDPOINT_STATUSES,
  ENDPOINTS_MAX,
  endpointChangeRule,
  EVENT_TYPES,
  HEADERS_MAX,
  keyRotationRule,
  newEndpointRule,
  PAYLOADS,
  replayRule,
  SIGNATURES,
  TEST_EVENT_TYPE,
} from '@libs/webhooks';
import { ref, type Schema } from '../openapi/openapi.types';
import { instant, nullable, open, withDescriptions } from '../openapi/schemas';
import { DISABLED_REASON } from '../events/event.schemas';

const URL = 'URL that receives events, with `POST`.';
const EVENTS = `Types of events, or \`["${ALL_EVENTS}"]\` for all.`;
const PAYLOAD =
  '`full`: events as in the feed. `thin`: without values of items, only with the names of changed fields. `slack`: ' +
  'messages for Slack and chat products that accept the same ones.';
const SIGNATURE = '`hmac`: with a shared secret (`v1`). `ed25519`: with a public key (`v1a`).';
const DESCRIPTION = 'A note for you, a single line.';
const HEADERS = 'Headers that the requests have, such as `Authorization`: names and values.';

const SECRET = {
  type: 'string',
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'Verifies `v1` signatures. Shown only in this response. Absent for `ed25519`.',
};
const PUBLIC_KEY = nullable({
  type: 'string',
  pattern: '^whpk_[A-Za-z0-9+/]{43}=$',
  description: 'Verifies `v1a` signatures; null for `hmac`.',
});
const OVERLAP_END = nullable(
  instant('Until then, the previous secret or key also signs; null if there is none.'),
);
const ID = { type: 'string', format: 'uuid' };
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });

const WEBHOOK = {
  id: { ...ID, description: 'ID of the webhook.' },
  url: {
    type: 'string',
    format: 'uri',
    description: `${URL} Keys with permission \`read\` get only its scheme and host.`,
  },
  events: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: [ALL_EVENTS, ...EVENT_TYPES] },
    description: EVENTS,
  },
  payload: { type: 'string', enum: PAYLOADS, description: PAYLOAD },
  signature: { type: 'string', enum: SIGNATURES, description: SIGNATURE },
  headers: {
    type: 'array',
    maxItems: HEADERS_MAX,
    items: { type: 'string' },
    description: 'Names of the headers. Values are never returned.',
  },
  description: nullable({ type: 'string', description: DESCRIPTION }),
  status: {
    type: 'string',
    enum: ENDPOINT_STATUSES,
    description: 'A disabled webhook receives nothing. Its events can be replayed later.',
  },
  disabled_reason: {
    ...nullable(DISABLED_REASON),
    description: `Why the service disabled it. ${String(DISABLED_REASON['description'])} Otherwise null.`,
  },
  public_key: PUBLIC_KEY,
  previous_secret_expires_at: OVERLAP_END,
  health: open({
    consecutive_failures: count('Failed attempts since the last successful one.'),
    last_success_at: nullable(instant('Start of the last successful attempt.')),
    last_failure_at: nullable(instant('Start of the last failed attempt.')),
    success_rate_24h: {
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description: 'Share of the attempts of the last 24 hours that succeeded; null if there were none.',
    },
    average_duration_ms: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Average duration of the attempts of the last 24 hours; null if there were none.',
    },
  }),
  created_by: ref('schemas', 'Actor'),
  created_at: instant('When the webhook was created.'),
  updated_at: instant('When the webhook was last changed.'),
};

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

export const WEBHOOK_SCHEMAS: Readonly<Record<string, Schema>> = {
  Webhook: open(WEBHOOK),
  WebhookResponse: open({ data: ref('schemas', 'Webhook') }),
  WebhookList: open({
    data: { type: 'array', maxItems: ENDPOINTS_MAX, items: ref('schemas', 'Webhook') },
    pagination: open({
      limit: { type: 'integer', const: ENDPOINTS_MAX, description: 'Maximum number of webhooks.' },
      has_more: { type: 'boolean', const: false },
      next_cursor: { type: 'null' },
    }),
  }),
  NewWebhook: withDescriptions(newEndpointRule.schema, {
    url: { description: `${URL} It must be public, with https.` },
    events: { description: EVENTS },
    payload: { description: `${PAYLOAD} Defaults to \`full\`.` },
    signature: { description: `${SIGNATURE} Defaults to \`hmac\`.` },
    headers: { description: HEADERS },
    description: { description: DESCRIPTION },
  }),
  IssuedWebhook: open({ ...WEBHOOK, secret: SECRET }, Object.keys(WEBHOOK)),
  IssuedWebhookResponse: open({ data: ref('schemas', 'IssuedWebhook') }),
  WebhookChange: withDescriptions(endpointChangeRule.schema, {
    url: { description: `${URL} It must be public, with https.` },
    events: { description: EVENTS },
    payload: { description: PAYLOAD },
    headers: { description: `${HEADERS} They replace all headers.` },
    description: { description: `${DESCRIPTION} Null clears it.` },
    status: { description: '`disabled` cancels pending deliveries. `active` does not replay missed events.' },
  }),
  SecretRotation: withDescriptions(keyRotationRule.schema, {
    overlap_seconds: {
      description: 'How long the previous secret or key also signs. Defaults to 86,400 (one day).',
    },
  }),
  RotatedSecretResponse: open({
    data: open({ secret: SECRET, public_key: PUBLIC_KEY, previous_secret_expires_at: OVERLAP_END }, [
      'public_key',
      'previous_secret_expires_at',
    ]),
  }),
  WebhookDelivery: DELIVERY,
  WebhookDeliveryPage: open({
    data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', 'WebhookDelivery') },
    pagination: open({
      limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Deliveries per page.' },
      has_more: { type: 'boolean', description: 'Whether there is a next page.' },
      next_cursor: {
        type: ['string', 'null'],
        description: 'Cursor of the next page; null on the last page.',
      },
    }),
  }),
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
