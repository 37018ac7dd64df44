import type { DomainError, ObjectRule } from '@libs/kernel';
import { throwIfInvalid } from '@libs/kernel';
import {
  deliveryNotFound,
  DESCRIPTION_MAX,
  endpointChangeRule,
  endpointDisabled,
  endpointNotFound,
  eventUnavailable,
  forbiddenUrl,
  keyRotationRule,
  newEndpointRule,
  replayRule,
  tooManyEndpoints,
} from '@libs/webhooks';
import { jsonOf, readBody } from '../http/body';
import type { Query } from '../http/query';
import { failure, MALFORMED_REQUEST, MALFORMED_URL, NO_QUERY, thrownBy } from '../openapi/error-responses';
import { deliveriesRequest } from './webhooks.http';
import { ACCOUNT, cursors } from '../items/feedback.examples';

/** Bodies by example name: a JSON value, or raw bytes. */
type Bodies = Readonly<Record<string, unknown>>;

const url = 'https://example.com/hooks/feedback';
const events = ['*'];

/** Invalid for every body. */
const NO_BODIES: Bodies = {
  invalid_body: [],
  malformed_json: Buffer.from('{"url":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

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

export const INVALID_REPLAYS: Bodies = {
  missing_required_field: {},
  invalid_type: { since: 1772532000 },
  null_not_allowed: { since: '2026-03-03T10:00:00Z', until: null },
  invalid_characters: { since: '\u0000' },
  invalid_value: { since: '2026-03-03' },
  unknown_field: { since: '2026-03-03T10:00:00Z', types: ['*'] },
  ...NO_BODIES,
};

/** Invalid queries of the list of deliveries, by example name. */
export const INVALID_DELIVERY_QUERIES: Readonly<Record<string, Query>> = {
  invalid_parameter_status: { status: 'done' },
  invalid_parameter_event_type: { event_type: 'feedback.voted' },
  invalid_parameter_limit: { limit: '101' },
  invalid_parameter_cursor: { cursor: 'x' },
  unknown_parameter: { page: '2' },
  repeated_parameter: { status: ['failed', 'pending'] },
};

const mapValues = <T>(record: Readonly<Record<string, T>>, map: (value: T) => DomainError) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

const bodyErrors = <T>(rule: ObjectRule<T>, bodies: Bodies) =>
  mapValues(bodies, (body) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return thrownBy(() => readBody(rule, jsonOf(bytes)));
  });
const urlError = { invalid_value_url: thrownBy(() => throwIfInvalid([forbiddenUrl()])) };

const NOT_FOUND = { webhook_not_found: endpointNotFound() };
const DISABLED = { webhook_disabled: endpointDisabled() };
const ON_WEBHOOK = { ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST };

/** The errors of `/webhooks`. */
export const webhookFailures = {
  InvalidWebhookRequest: failure({
    description: 'The URL is malformed or has a query parameter.',
    errors: ON_WEBHOOK,
  }),
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
  InvalidReplay: failure({
    description: 'The URL or the body is invalid, or `until` is before `since`. Nothing was queued.',
    errors: { ...bodyErrors(replayRule, INVALID_REPLAYS), ...ON_WEBHOOK },
  }),
  InvalidDeliveriesRequest: failure({
    description: 'The URL is malformed, or a query parameter is invalid, repeated, or unknown.',
    errors: {
      ...mapValues(INVALID_DELIVERY_QUERIES, (query) =>
        thrownBy(() => deliveriesRequest(query, ACCOUNT, cursors)),
      ),
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  WebhookNotFound: failure({ description: 'The account has no webhook with this ID.', errors: NOT_FOUND }),
  DeliveryNotFound: failure({
    description: 'The account has no webhook with this ID, or the webhook has no such delivery.',
    errors: { delivery_not_found: deliveryNotFound(), ...NOT_FOUND },
  }),
  TooManyWebhooks: failure({
    description: 'The account has the maximum number of webhooks. Nothing was created.',
    errors: { webhook_limit_reached: tooManyEndpoints() },
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
