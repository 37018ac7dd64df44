import { DomainError, SYSTEM, type Requester, type SecurityEvent } from '@libs/kernel';
import { v7 } from 'uuid';
import {
  originOf,
  type Attempt,
  type DeliveryStatus,
  type Endpoint,
  type EndpointHealth,
  type Event,
} from '../src';
import { anEvent } from './event-log.contract';

const HOUR_MS = 3_600_000;

export interface StoredEndpoint {
  endpoint: Endpoint;
  health: Pick<EndpointHealth, 'consecutiveFailures' | 'lastSuccessAt' | 'lastFailureAt'>;
  failingSince: Date | null;
  /** Attempts in their order. */
  attempts: Attempt[];
}

export interface StoredEvent {
  readonly accountId: string;
  /** Changes when its item is deleted. Null after its retention period. */
  event: Event | null;
}

export interface StoredDelivery {
  readonly endpointId: string;
  readonly id: string;
  /** Null for a test. */
  readonly source: StoredEvent | null;
  readonly eventId: string;
  readonly eventType: Event['type'];
  readonly createdAt: Date;
  readonly attempts: Attempt[];
  status: DeliveryStatus;
  /** -Infinity for a first attempt. During an attempt, the end of the claim. */
  dueAt: number;
  isClaimed: boolean;
  /** Attempts since it was queued. */
  tries: number;
  hasSucceeded: boolean;
}

/** What the in-memory adapters of a test share, as those for PostgreSQL share its tables. */
export class InMemoryWebhooks {
  endpoints: StoredEndpoint[] = [];
  deliveries: StoredDelivery[] = [];
  readonly events: StoredEvent[] = [];
  readonly removedAccounts = new Set<string>();
  readonly suspendedAccounts = new Set<string>();
  /** False on a database that the release before could use. */
  sealsUrls = true;
  readonly securityLog: SecurityEvent[] = [];
  /** IDs of people whose role no longer allows anything. */
  readonly demoted = new Set<string>();

  find(accountId: string, id: string): StoredEndpoint | undefined {
    return this.endpoints.find(({ endpoint }) => endpoint.accountId === accountId && endpoint.id === id);
  }

  record(event: SecurityEvent | null | undefined): void {
    this.requireRole(event?.by);
    if (event) this.securityLog.push(event);
  }

  requireRole(by: Requester | undefined): void {
    if (by?.leastRole === undefined || !this.demoted.has(by.id!)) return;
    throw new DomainError('permission', 'role_required', `This requires the role ${by.leastRole}`);
  }

  /** Appends an event to the log, and queues its deliveries. */
  publish(accountId: string, event: Event): Event {
    const source = { accountId, event };
    this.events.push(source);
    for (const { endpoint } of this.endpoints) {
      if (endpoint.accountId !== accountId || endpoint.status !== 'active') continue;
      if (matches(endpoint, event)) this.queue(endpoint.id, event, source, -Infinity);
    }
    return event;
  }

  /** Publishes that an item was deleted, and removes its values from earlier events. */
  deleteItem(accountId: string, itemId: string): Event {
    for (const source of this.events) {
      if (!source.event || source.event.data.feedback?.id !== itemId) continue;
      const { version } = source.event.data;
      source.event = { ...source.event, data: { feedback: { id: itemId }, version } };
      this.cancel((delivery) => delivery.source === source);
    }
    return this.publish(
      accountId,
      anEvent('feedback.deleted', {
        timestamp: new Date().toISOString(),
        data: { feedback: { id: itemId }, version: 1 },
      }),
    );
  }

  publishDisabled({ accountId, id, url, disabledReason }: Endpoint, at: Date): void {
    const data = { webhook: { id, url: originOf(url), disabled_reason: disabledReason } };
    this.publish(
      accountId,
      anEvent('webhook.disabled', { timestamp: at.toISOString(), actor: SYSTEM, data }),
    );
  }

  /** @param dueAt -Infinity for a first attempt */
  queue(endpointId: string, event: Event, source: StoredEvent | null, dueAt: number): string {
    const { id: eventId, type: eventType } = event;
    const fresh = { status: 'pending', dueAt, isClaimed: false, tries: 0, hasSucceeded: false } as const;
    const id = v7();
    const createdAt = new Date();
    this.deliveries.push({ endpointId, id, source, eventId, eventType, createdAt, attempts: [], ...fresh });
    return id;
  }

  cancel(isMeant: (delivery: StoredDelivery) => boolean): void {
    for (const delivery of this.deliveries) {
      if (delivery.status === 'pending' && isMeant(delivery)) {
        Object.assign(delivery, { status: 'cancelled', isClaimed: false });
      }
    }
  }

  requeue(delivery: StoredDelivery, at: Date): void {
    Object.assign(delivery, { status: 'pending', dueAt: at.getTime(), isClaimed: false, tries: 0 });
  }
}

export const matches = ({ events }: Endpoint, { type }: Event): boolean =>
  events.some((selected) => selected === '*' || selected === type);

export const startOfHour = ({ at }: Attempt): number => Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS;
