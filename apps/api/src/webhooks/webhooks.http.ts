import type { IssuedWebhook, RotatedWebhook, Webhook, WebhookDelivery } from '@libs/contract';
import { PAGE_DEFAULT, throwIfInvalid, type Issue, type Page } from '@libs/kernel';
import {
  DELIVERY_FIELDS,
  ENDPOINTS_MAX,
  originOf,
  type Delivery,
  type DeliveryQuery,
  type DescribedEndpoint,
  type IssuedEndpoint,
} from '@libs/webhooks';
import { positionAt, type CursorCodec } from '../cursors/cursor';
import { readQuery, unknownParameters, type Query } from '../http/query';

/**
 * An endpoint as both APIs return it (webhooks.md 1).
 * @param showsPath whether the reader may send events to the URL, which can be a secret
 */
export function webhookJson({ endpoint, health }: DescribedEndpoint, showsPath = true): Webhook {
  return {
    id: endpoint.id,
    url: showsPath ? endpoint.url : originOf(endpoint.url),
    events: endpoint.events,
    payload: endpoint.payload,
    signature: endpoint.signature,
    headers: endpoint.headerNames,
    description: endpoint.description,
    exclude_actor: endpoint.excludeActor,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    public_key: endpoint.publicKey,
    previous_secret_expires_at: instantOf(endpoint.previousKeyExpiresAt),
    health: {
      consecutive_failures: health.consecutiveFailures,
      last_success_at: instantOf(health.lastSuccessAt),
      last_failure_at: instantOf(health.lastFailureAt),
      success_rate_24h: health.successRate24h,
      average_duration_ms: health.averageDurationMs,
    },
    created_by: endpoint.createdBy,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** All endpoints of an account are on one page. */
export const webhooksJson = (endpoints: readonly DescribedEndpoint[], showsPaths = true) => ({
  data: endpoints.map((one) => webhookJson(one, showsPaths)),
  pagination: { limit: ENDPOINTS_MAX, has_more: false, next_cursor: null },
});

export const issuedWebhookJson = (issued: IssuedEndpoint): IssuedWebhook => ({
  ...webhookJson(issued),
  ...secretJson(issued),
});

export const rotatedWebhookJson = (issued: IssuedEndpoint): RotatedWebhook => ({
  ...secretJson(issued),
  public_key: issued.endpoint.publicKey,
  previous_secret_expires_at: instantOf(issued.endpoint.previousKeyExpiresAt),
});

const secretJson = ({ secret }: IssuedEndpoint) => (secret === null ? {} : { secret });

export const deliveryJson = (delivery: Delivery): WebhookDelivery => ({
  id: delivery.id,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts.map(({ at, statusCode, error, durationMs, resent = false }) => ({
    at,
    status_code: statusCode,
    error,
    duration_ms: durationMs,
    resent,
  })),
  next_attempt_at: instantOf(delivery.nextAttemptAt),
  created_at: delivery.createdAt.toISOString(),
});

/** A cursor of deliveries belongs to its account. */
const deliveriesOf = (accountId: string) => ({ accountId, list: 'deliveries' }) as const;

/** @throws DomainError `validation` with all errors of the query */
export function deliveriesRequest(parameters: Query, accountId: string, cursors: CursorCodec): DeliveryQuery {
  const issues: Issue[] = [];
  const {
    status,
    event_type: eventType,
    cursor,
    limit = PAGE_DEFAULT,
  } = readQuery(DELIVERY_FIELDS, parameters, issues);
  const position = positionAt(cursor, deliveriesOf(accountId), cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(DELIVERY_FIELDS, parameters)]);
  return { status, eventType, before: position?.id, limit };
}

export function deliveriesJson(
  { items, hasMore }: Page<Delivery>,
  { limit }: DeliveryQuery,
  accountId: string,
  cursors: CursorCodec,
) {
  const next = hasMore ? cursors.encode(deliveriesOf(accountId), { id: items.at(-1)!.id }) : null;
  return { data: items.map(deliveryJson), pagination: { limit, has_more: hasMore, next_cursor: next } };
}

/** The response to a request that queued a delivery. */
export const queuedJson = (deliveryId: string) => ({ data: { delivery_id: deliveryId } });

const instantOf = (time: Date | null): string | null => time?.toISOString() ?? null;
