import { apiKeyActor } from '@libs/kernel';
import { NEW_HEALTH, type Delivery, type DescribedEndpoint, type Endpoint } from '@libs/webhooks';
import { example } from '../openapi/schemas';
import {
  deliveriesJson,
  issuedWebhookJson,
  queuedJson,
  rotatedWebhookJson,
  webhookJson,
  webhooksJson,
} from './webhooks.http';
import { ACCOUNT, cursors } from '../items/feedback.examples';

/* As in feedback.examples.ts, created by the code that they document. */

const CREATED_AT = new Date('2026-03-03T10:00:00.000Z');
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const endpoint: Endpoint = {
  id: '019cb323-e500-7a11-9c4d-5e6f708192a3',
  accountId: ACCOUNT,
  url: 'https://example.com/hooks/feedback',
  events: ['feedback.created', 'feedback.status_changed'],
  payload: 'full',
  signature: 'hmac',
  description: 'Sync with our issue tracker',
  status: 'active',
  disabledReason: null,
  headerNames: ['Authorization'],
  publicKey: null,
  sealed: new Uint8Array(),
  previousKeyExpiresAt: null,
  createdBy: apiKeyActor('019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f'),
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};
const withPublicKey: Endpoint = {
  ...endpoint,
  events: ['*'],
  payload: 'thin',
  signature: 'ed25519',
  description: null,
  headerNames: [],
  publicKey: 'whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
};
const used: DescribedEndpoint = {
  endpoint,
  health: {
    consecutiveFailures: 0,
    lastSuccessAt: new Date('2026-03-04T08:30:00.412Z'),
    lastFailureAt: new Date('2026-03-03T21:12:05.000Z'),
    successRate24h: 0.98,
    averageDurationMs: 182,
  },
};
const gone: DescribedEndpoint = {
  endpoint: { ...endpoint, status: 'disabled', disabledReason: 'gone' },
  health: { ...NEW_HEALTH, consecutiveFailures: 1, lastFailureAt: new Date('2026-03-04T08:30:00.412Z') },
};

const overlapping = { ...endpoint, previousKeyExpiresAt: new Date('2026-03-05T10:00:00.000Z') };

export const LISTED = {
  webhooks: example('A webhook', webhooksJson([used])),
  empty: example('No webhooks', webhooksJson([])),
};
export const NEW = {
  url_and_events: example('Required fields only', { url: endpoint.url, events: ['*'] }),
  everything: example('All fields', {
    url: endpoint.url,
    events: endpoint.events,
    payload: 'full',
    signature: 'hmac',
    headers: { Authorization: 'Bearer 8e03978e' },
    description: endpoint.description,
  }),
  slack: example('Messages in a Slack channel', {
    url: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    events: ['feedback.created', 'feedback.status_changed'],
    payload: 'slack',
  }),
};
export const CREATED = {
  hmac: example('With a secret', {
    data: issuedWebhookJson({ endpoint, health: NEW_HEALTH, secret: SECRET }),
  }),
  ed25519: example('With a public key', {
    data: issuedWebhookJson({ endpoint: withPublicKey, health: NEW_HEALTH, secret: null }),
  }),
};
export const READ = {
  webhook: example('A webhook', { data: webhookJson(used) }),
  disabled: example('A webhook that the service disabled', { data: webhookJson(gone) }),
};
export const UPDATED_BY = {
  events: example('Change the types of events', { events: endpoint.events }),
  enable: example('Enable', { status: 'active' }),
  headers: example('Replace all headers', { headers: { Authorization: 'Bearer 93cb2f10' } }),
};
export const UPDATED = { webhook: example('The updated webhook', { data: webhookJson(used) }) };
export const ROTATED_BY = {
  defaults: example('Both secrets sign for a day', {}),
  immediately: example('Only the new secret signs', { overlap_seconds: 0 }),
};
export const ROTATED = {
  hmac: example('With a secret', {
    data: rotatedWebhookJson({ endpoint: overlapping, health: NEW_HEALTH, secret: SECRET }),
  }),
  ed25519: example('With a public key', {
    data: rotatedWebhookJson({
      endpoint: { ...withPublicKey, previousKeyExpiresAt: overlapping.previousKeyExpiresAt },
      health: NEW_HEALTH,
      secret: null,
    }),
  }),
};

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
export const DELIVERIES = {
  page: example(
    'A delivery that succeeded, and one that will be repeated',
    deliveriesJson({ items: [succeeded, pending], hasMore: true }, { limit: 2 }, ACCOUNT, cursors),
  ),
  empty: example(
    'No deliveries',
    deliveriesJson({ items: [], hasMore: false }, { limit: 20 }, ACCOUNT, cursors),
  ),
};
export const CURSOR = DELIVERIES.page.value.pagination.next_cursor!;
export const QUEUED = { delivery: example('The delivery', queuedJson(succeeded.id)) };

export const REPLAYED_BY = {
  since: example('Since a time', { since: '2026-03-03T21:00:00Z' }),
  dry_run: example('Count the events of a span', {
    since: '2026-03-03T21:00:00Z',
    until: '2026-03-04T09:00:00Z',
    dry_run: true,
  }),
};
export const REPLAYED = { queued: example('17 events', { data: { queued: 17 } }) };
