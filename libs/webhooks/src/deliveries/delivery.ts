import { DomainError, type Instant } from '@libs/kernel';
import type { Event } from '../events/event';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A request to an endpoint. */
export interface Attempt {
  readonly at: Instant;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  /** Why it failed; null after a success. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Whether the request was sent twice: the endpoint closed the connection of the first one. Absent: no. */
  readonly resent?: boolean;
}

/** An event on its way to an endpoint. An endpoint has at most one delivery of an event (webhooks.md 2). */
export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: Event['type'];
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  /** Null unless pending. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export const deliveryNotFound = (): DomainError =>
  new DomainError('not_found', 'delivery_not_found', 'Delivery not found');

/** The event has been removed since, or lost its values because its item was deleted. */
export const eventUnavailable = (): DomainError =>
  new DomainError(
    'conflict',
    'event_unavailable',
    'The event can no longer be sent because its data was deleted',
  );
