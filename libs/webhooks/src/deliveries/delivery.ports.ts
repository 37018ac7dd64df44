import type { Endpoint } from '../endpoints/endpoint';
import type { Event } from '../events/event';
import type { Attempt, Delivery, DeliveryStatus } from './delivery';

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly eventType?: string;
  /** Returns deliveries created before this one. */
  readonly before?: string;
  readonly limit: number;
}

export interface ReplaySpan {
  /** Includes events at this time. */
  readonly since: Date;
  /** Excludes events at this time. */
  readonly until: Date;
}

/**
 * The deliveries of an endpoint. Every method takes the account ID first, and the endpoint ID second. The caller has
 * found the endpoint. A method that queues does nothing if the endpoint is no longer active.
 */
export interface DeliveryLog {
  /** Newest first. Returns one more than the limit if more follow. */
  list(accountId: string, endpointId: string, query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** Returns a delivery and its event; null if there is none. The event is null if it was removed. */
  find(
    accountId: string,
    endpointId: string,
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly event: Event | null } | null>;
  /** Queues a `webhook.test`, and returns the ID of its delivery; null if the endpoint is not active. */
  addTest(accountId: string, endpointId: string, at: Date): Promise<string | null>;
  /** Queues a delivery again. Returns false if there is none, or the endpoint is not active. */
  retry(accountId: string, endpointId: string, id: string, at: Date): Promise<boolean>;
  /**
   * Queues the events of the span that match the endpoint's types, that are not pending, and that the endpoint has never
   * received successfully. Skips events that have lost their values, because their item was deleted. Returns their
   * number; null if the endpoint is not active. @param at when they are due; null to only count them, for any endpoint
   */
  replay(accountId: string, endpointId: string, span: ReplaySpan, at: Date | null): Promise<number | null>;
}

/** A delivery that a worker has to attempt now. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'payload' | 'sealed' | 'previousKeyExpiresAt'>;
  /** Null if the event was removed. */
  readonly event: Event | null;
  /** Attempts since it was queued, or queued again. */
  readonly attempts: number;
}

export type AttemptResult = Pick<ClaimedDelivery, 'id' | 'accountId'> & {
  readonly endpointId: string;
  /** Null if no request was sent. */
  readonly attempt: Attempt | null;
} & (
    | { readonly status: 'succeeded' | 'failed' | 'cancelled' }
    | { readonly status: 'pending'; readonly nextAttemptAt: Date }
  );

/** Limits the deliveries that a worker claims of one account. */
export interface AccountShare {
  /** Deliveries of an account that the worker attempts at the same time. */
  readonly max: number;
  /** Number of deliveries that the worker is attempting, by account. */
  readonly inProgress: ReadonlyMap<string, number>;
}

/** An endpoint all of whose deliveries have failed since a time. */
export interface FailingEndpoint {
  readonly accountId: string;
  readonly id: string;
  readonly failingSince: Date;
}

/**
 * The pending deliveries of all accounts. Several workers can use it. A delivery that was claimed and not recorded, for
 * example because the process ended, can be claimed again after `LEASE_MS`.
 */
export interface DeliveryQueue {
  /**
   * Claims due deliveries of active endpoints: the oldest events of each endpoint first, then those to be repeated. Of
   * one endpoint, at most `CONCURRENT_PER_ENDPOINT` are claimed at the same time, or one if its last `FAILURES_MAX`
   * attempts failed. The account with the fewest in progress goes first. Never claims what exceeds the share.
   * @param share without it, an account has no limit (webhooks.md 6)
   */
  claim(now: Date, limit: number, share?: AccountShare): Promise<readonly ClaimedDelivery[]>;
  /** Stores results, and updates the health of the endpoints. Returns endpoints without a success since a failure. */
  record(results: readonly AttemptResult[]): Promise<readonly FailingEndpoint[]>;
  /** Deletes deliveries created before a time. Returns how many: a part of them if there are many. */
  removeBefore(at: Date): Promise<number>;
  backlog(now: Date): Promise<DeliveryBacklog>;
}

/** The pending deliveries of all accounts. */
export interface DeliveryBacklog {
  /** Number of pending deliveries, counted up to `PENDING_COUNTED_MAX`. */
  readonly pending: number;
  /** Since when the delivery has been due that has waited longest for its attempt; null if none is due. */
  readonly dueSince: Date | null;
}

/** So that counting takes little time however many there are. */
export const PENDING_COUNTED_MAX = 10_000;

/** After this time, a delivery that was claimed and not recorded can be claimed again. Longer than any attempt. */
export const LEASE_MS = 30_000;
/** Deliveries of one endpoint that are attempted at the same time. */
export const CONCURRENT_PER_ENDPOINT = 5;
/** After so many failures in a row, only one delivery of an endpoint is attempted at a time. */
export const FAILURES_MAX = 5;
