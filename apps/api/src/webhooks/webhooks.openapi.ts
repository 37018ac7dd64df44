import { throwIfInvalid } from '@libs/kernel';
import {
  ALL_EVENTS,
  DESCRIPTION_MAX,
  ENDPOINT_STATUSES,
  endpointChangeRule,
  ENDPOINTS_MAX,
  EVENT_TYPES,
  forbiddenUrl,
  HEADERS_MAX,
  keyRotationRule,
  NEW_HEALTH,
  newEndpointRule,
  PAYLOADS,
  SIGNATURES,
  tooManyEndpoints,
  type DescribedEndpoint,
  type Endpoint,
} from '@libs/webhooks';
import { failure, MALFORMED_REQUEST, NO_QUERY, refsTo, thrownBy } from '../openapi/error-responses';
import { DISABLED_REASON, TEST_EVENT } from '../openapi/events';
import { ACCOUNT, KEY } from '../openapi/examples';
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { count, example, idParameter, instant, nullable, open, withDescriptions } from '../openapi/schemas';
import {
  deliveryFailures,
  deliveryOperations,
  deliveryParameters,
  deliverySchemas,
  ID,
  ON_WEBHOOK,
  WEBHOOK_HEADERS,
} from './deliveries.openapi';
import { WebhookController, WebhooksController } from './webhooks.controller';
import { issuedWebhookJson, rotatedWebhookJson, webhookJson, webhooksJson } from './webhooks.http';

const EXAMPLE_SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const CREATED_AT = new Date('2026-03-03T10:00:00.000Z');

const endpoint: Endpoint = {
  id: '019cb323-e500-7a11-9c4d-5e6f708192a3',
  accountId: ACCOUNT,
  url: 'https://example.com/hooks/feedback',
  events: ['feedback.created', 'feedback.status_changed'],
  payload: 'full',
  excludeActor: null,
  signature: 'hmac',
  description: 'Sync with our issue tracker',
  status: 'active',
  disabledReason: null,
  headerNames: ['Authorization'],
  publicKey: null,
  sealed: new Uint8Array(),
  previousKeyExpiresAt: null,
  createdBy: KEY,
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

const LISTED = {
  webhooks: example('A webhook', webhooksJson([used])),
  empty: example('No webhooks', webhooksJson([])),
};
const NEW = {
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
const CREATED = {
  hmac: example('With a secret', {
    data: issuedWebhookJson({ endpoint, health: NEW_HEALTH, secret: EXAMPLE_SECRET }),
  }),
  ed25519: example('With a public key', {
    data: issuedWebhookJson({ endpoint: withPublicKey, health: NEW_HEALTH, secret: null }),
  }),
};
export const READ = {
  webhook: example('A webhook', { data: webhookJson(used) }),
  disabled: example('A webhook that the service disabled', { data: webhookJson(gone) }),
};
const UPDATED_BY = {
  events: example('Change the types of events', { events: endpoint.events }),
  enable: example('Enable', { status: 'active' }),
  headers: example('Replace all headers', { headers: { Authorization: 'Bearer 93cb2f10' } }),
};
const UPDATED = { webhook: example('The updated webhook', { data: webhookJson(used) }) };
const ROTATED_BY = {
  defaults: example('Both secrets sign for a day', {}),
  immediately: example('Only the new secret signs', { overlap_seconds: 0 }),
};
const ROTATED = {
  hmac: example('With a secret', {
    data: rotatedWebhookJson({ endpoint: overlapping, health: NEW_HEALTH, secret: EXAMPLE_SECRET }),
  }),
  ed25519: example('With a public key', {
    data: rotatedWebhookJson({
      endpoint: { ...withPublicKey, previousKeyExpiresAt: overlapping.previousKeyExpiresAt },
      health: NEW_HEALTH,
      secret: null,
    }),
  }),
};

const url = 'https://example.com/hooks/feedback';
const events = ['*'];

/** Rejected by the service's rules for URLs, not by the rule of the body. */
export const FORBIDDEN_URL = { url: 'https://10.0.0.1/hooks', events };

export const INVALID_WEBHOOKS: Bodies = {
  missing_required_field: { url },
  invalid_type: { url: 5, events },
  null_not_allowed: { url, events, payload: null },
  empty_value: { url, events, description: ' ' },
  too_long: { url, events, description: 'x'.repeat(DESCRIPTION_MAX + 1) },
  invalid_value_events: { url, events: ['feedback.voted'] },
  invalid_value_headers: { url, events, headers: { Host: 'example.com' } },
  invalid_characters: { url, events, description: 'a\nb' },
  unknown_field: { url, events, secret: 'x' },
  several: { url, events: [], payload: 'small' },
  ...NO_BODIES,
};

export const INVALID_WEBHOOK_CHANGES: Bodies = {
  invalid_type: { events: 'all' },
  null_not_allowed: { headers: null },
  empty_value: { description: '' },
  too_long: { description: 'x'.repeat(DESCRIPTION_MAX + 1) },
  invalid_value_status: { status: 'paused' },
  invalid_characters: { description: 'a\nb' },
  unknown_field: { secret: 'x' },
  read_only_field: { signature: 'ed25519' },
  ...NO_BODIES,
};

export const INVALID_ROTATIONS: Bodies = {
  invalid_type: { overlap_seconds: '60' },
  null_not_allowed: { overlap_seconds: null },
  invalid_value: { overlap_seconds: 604_801 },
  unknown_field: { overlap: 60 },
  ...NO_BODIES,
};

const urlError = { invalid_value_url: thrownBy(() => throwIfInvalid([forbiddenUrl()])) };

const own = {
  ...deliveryFailures,
  InvalidWebhookListRequest: failure({
    description: 'The URL has a query parameter, or the HTTP request is malformed.',
    errors: { ...NO_QUERY, ...MALFORMED_REQUEST },
  }),
  InvalidNewWebhook: failure({
    description:
      'The body is invalid, or the service does not send requests to the URL. Nothing was created.',
    errors: {
      ...bodyErrors(newEndpointRule, INVALID_WEBHOOKS),
      ...urlError,
      ...NO_QUERY,
      ...MALFORMED_REQUEST,
    },
  }),
  InvalidWebhookChange: failure({
    description:
      'The body is invalid, or the service does not send requests to the URL in it. Nothing was changed.',
    errors: { ...bodyErrors(endpointChangeRule, INVALID_WEBHOOK_CHANGES), ...urlError, ...ON_WEBHOOK },
  }),
  InvalidRotation: failure({
    description: 'The URL or the body is invalid. Nothing was changed.',
    errors: { ...bodyErrors(keyRotationRule, INVALID_ROTATIONS), ...ON_WEBHOOK },
  }),
  TooManyWebhooks: failure({
    description: 'The account has the maximum number of webhooks. Nothing was created.',
    errors: { webhook_limit_reached: tooManyEndpoints() },
  }),
};
const errors = (...names: (keyof typeof own)[]) => refsTo(own, ...names);

const URL = 'URL that receives events, with `POST`.';
const EVENTS = `Types of events, or \`["${ALL_EVENTS}"]\` for all.`;
const EXCLUDE_ACTOR =
  'Leave out the events of this actor: the ID of an API key or a member, or a type such as `import`. The successors of a ' +
  'rotated API key are left out, too. Null sends all.';
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
  exclude_actor: { type: ['string', 'null'], description: EXCLUDE_ACTOR },
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

/** `/webhooks`: webhooks.md 1, webhooks.md 2. */
export const webhooks: Resource = {
  tag: { name: 'Webhooks', description: 'Receive events at URLs of yours, and control their deliveries.' },
  schemas: {
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
      exclude_actor: { description: EXCLUDE_ACTOR },
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
      exclude_actor: { description: EXCLUDE_ACTOR },
      headers: { description: `${HEADERS} They replace all headers.` },
      description: { description: `${DESCRIPTION} Null clears it.` },
      status: {
        description: '`disabled` cancels pending deliveries. `active` does not replay missed events.',
      },
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
    ...deliverySchemas,
    [TEST_EVENT.name]: TEST_EVENT.schema,
  },
  parameters: {
    ...WEBHOOK_HEADERS,
    WebhookId: idParameter('id', 'webhook', endpoint.id),
    ...deliveryParameters,
  },
  failures: own,
  operations: [
    operation(WebhooksController, 'list', {
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: `Returns all webhooks of your account, newest first. An account can have ${ENDPOINTS_MAX}.`,
      success: jsonResponse('All webhooks.', 'WebhookList', LISTED),
      otherResponses: errors('InvalidWebhookListRequest'),
    }),
    operation(WebhooksController, 'create', {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Sends later events of these types to the URL. Store the `secret`: no other response contains it. For earlier ' +
        'events, replay them.',
      body: { schema: 'NewWebhook', examples: NEW },
      success: jsonResponse('The new webhook.', 'IssuedWebhookResponse', CREATED),
      otherResponses: errors('InvalidNewWebhook', 'TooManyWebhooks'),
    }),
    operation(WebhookController, 'read', {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'Returns a webhook and its health.',
      parameters: ['WebhookId'],
      success: jsonResponse('The webhook.', 'WebhookResponse', READ),
      otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'update', {
      operationId: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'Updates the fields in the request body. Omitted fields are unchanged. Changes also apply to pending deliveries.',
      parameters: ['WebhookId'],
      body: { schema: 'WebhookChange', examples: UPDATED_BY },
      success: jsonResponse('The updated webhook.', 'WebhookResponse', UPDATED),
      otherResponses: errors('InvalidWebhookChange', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'remove', {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Permanently deletes the webhook and its deliveries.',
      parameters: ['WebhookId'],
      success: emptyResponse('The webhook was deleted.'),
      otherResponses: errors('InvalidWebhookRequest', 'WebhookNotFound'),
    }),
    operation(WebhooksController, 'rotateSecret', {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'Creates a new secret, or key for `ed25519`. During the overlap, requests have a signature of the previous one, ' +
        'too.',
      parameters: ['WebhookId'],
      body: { schema: 'SecretRotation', examples: ROTATED_BY },
      success: jsonResponse('The new secret or public key.', 'RotatedSecretResponse', ROTATED),
      otherResponses: errors('InvalidRotation', 'WebhookNotFound'),
    }),
    ...deliveryOperations,
  ],
};
