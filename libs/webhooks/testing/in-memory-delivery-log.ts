import { randomUUID } from 'node:crypto';
import {
  eventIdOf,
  isScrubbed,
  LEASE_MS,
  testEvent,
  type Delivery,
  type DeliveryLog,
  type DeliveryQuery,
  type ReplaySpan,
} from '../src';
import { matches, type InMemoryWebhooks, type StoredDelivery, type StoredEvent } from './in-memory-webhooks';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryDeliveryLog implements DeliveryLog {
  constructor(private readonly store: InMemoryWebhooks) {}

  async list(accountId: string, endpointId: string, query: DeliveryQuery): Promise<readonly Delivery[]> {
    const { status, eventType, before, limit } = query;
    return this.of(accountId, endpointId)
      .filter((delivery) => status === undefined || delivery.status === status)
      .filter((delivery) => eventType === undefined || delivery.eventType === eventType)
      .filter(({ id }) => before === undefined || id < before)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1)
      .map(toDelivery);
  }

  async find(accountId: string, endpointId: string, id: string) {
    const found = this.of(accountId, endpointId).find((delivery) => delivery.id === id);
    return found ? { delivery: toDelivery(found), event: found.source?.event ?? null } : null;
  }

  async addTest(accountId: string, endpointId: string, at: Date): Promise<string | null> {
    if (!this.isActive(accountId, endpointId)) return null;
    const event = testEvent(eventIdOf(randomUUID()), at.toISOString());
    return this.store.queue(endpointId, event, null, -Infinity);
  }

  async retry(accountId: string, endpointId: string, id: string, at: Date): Promise<boolean> {
    const found = this.of(accountId, endpointId).find((delivery) => delivery.id === id);
    if (!found || !this.isActive(accountId, endpointId)) return false;
    this.store.requeue(found, at);
    return true;
  }

  async replay(
    accountId: string,
    endpointId: string,
    span: ReplaySpan,
    at: Date | null,
  ): Promise<number | null> {
    if (at && !this.isActive(accountId, endpointId)) return null;
    const missed = this.store.events.filter((source) => this.isMissed(accountId, endpointId, span, source));
    if (at) for (const source of missed) this.queueAgain(endpointId, source, at);
    return missed.length;
  }

  private isMissed(
    accountId: string,
    endpointId: string,
    { since, until }: ReplaySpan,
    source: StoredEvent,
  ): boolean {
    const { event } = source;
    const endpoint = this.store.find(accountId, endpointId)?.endpoint;
    if (source.accountId !== accountId || !event || !endpoint || !matches(endpoint, event)) return false;
    const at = new Date(event.timestamp);
    if (at < since || at >= until || isScrubbed(event)) return false;
    const queued = this.deliveryOf(endpointId, source);
    return !queued || !(queued.status === 'pending' || queued.hasSucceeded);
  }

  private queueAgain(endpointId: string, source: StoredEvent, at: Date): void {
    const queued = this.deliveryOf(endpointId, source);
    if (queued) this.store.requeue(queued, at);
    else this.store.queue(endpointId, source.event!, source, at.getTime());
  }

  private deliveryOf(endpointId: string, source: StoredEvent): StoredDelivery | undefined {
    return this.store.deliveries.find(
      (delivery) => delivery.endpointId === endpointId && delivery.source === source,
    );
  }

  private of(accountId: string, endpointId: string): readonly StoredDelivery[] {
    if (!this.store.find(accountId, endpointId)) return [];
    return this.store.deliveries.filter((delivery) => delivery.endpointId === endpointId);
  }

  private isActive(accountId: string, endpointId: string): boolean {
    return this.store.find(accountId, endpointId)?.endpoint.status === 'active';
  }
}

function toDelivery({
  id,
  eventId,
  eventType,
  status,
  attempts,
  createdAt,
  ...stored
}: StoredDelivery): Delivery {
  const claimedAt = stored.isClaimed ? stored.dueAt - LEASE_MS : stored.dueAt;
  const nextAttemptAt = new Date(stored.dueAt === -Infinity ? createdAt : claimedAt);
  const isPending = status === 'pending';
  return {
    id,
    eventId,
    eventType,
    status,
    attempts: [...attempts],
    nextAttemptAt: isPending ? nextAttemptAt : null,
    createdAt,
  };
}
