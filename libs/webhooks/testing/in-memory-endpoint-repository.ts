import type { Requester, SecurityEvent } from '@libs/kernel';
import {
  NEW_HEALTH,
  type AttemptCounts,
  type DescribedEndpoint,
  type DisabledReason,
  type Endpoint,
  type EndpointRepository,
} from '../src';
import { InMemoryWebhooks, startOfHour, type StoredEndpoint } from './in-memory-webhooks';

const DAY_MS = 86_400_000;

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryEndpointRepository implements EndpointRepository {
  constructor(private readonly store = new InMemoryWebhooks()) {}

  async add(
    endpoint: Endpoint,
    max: number,
    event?: SecurityEvent,
  ): Promise<'added' | 'limit_reached' | 'account_not_found'> {
    if (this.store.removedAccounts.has(endpoint.accountId)) return 'account_not_found';
    if (this.of(endpoint.accountId).length >= max) return 'limit_reached';
    const { consecutiveFailures, lastSuccessAt, lastFailureAt } = NEW_HEALTH;
    const health = { consecutiveFailures, lastSuccessAt, lastFailureAt };
    this.store.record(event);
    this.store.endpoints.push({ endpoint, health, failingSince: null, attempts: [] });
    return 'added';
  }

  async list(accountId: string, now: Date): Promise<readonly DescribedEndpoint[]> {
    return this.of(accountId)
      .map((stored) => describedOf(stored, now))
      .sort((a, b) => (a.endpoint.id < b.endpoint.id ? 1 : -1));
  }

  async find(accountId: string, id: string, now: Date): Promise<DescribedEndpoint | null> {
    const stored = this.store.find(accountId, id);
    return stored ? describedOf(stored, now) : null;
  }

  async change(
    accountId: string,
    id: string,
    change: (current: Endpoint) => Endpoint,
    eventOf?: (changed: Endpoint, current: Endpoint) => SecurityEvent | null,
    by?: Requester,
  ): Promise<Endpoint | null> {
    const stored = this.store.find(accountId, id);
    if (!stored) return null;
    this.store.requireRole(by);
    const current = stored.endpoint;
    const changed = change(current);
    this.store.record(eventOf?.(changed, current));
    stored.endpoint = changed;
    if (stored.endpoint.status !== current.status) {
      stored.failingSince = null;
      this.store.cancel(({ endpointId }) => endpointId === id);
    }
    return stored.endpoint;
  }

  async disable(accountId: string, id: string, reason: DisabledReason, at: Date): Promise<boolean> {
    if (this.store.find(accountId, id)?.endpoint.status !== 'active') return false;
    const changed = { status: 'disabled', disabledReason: reason, updatedAt: at } as const;
    const endpoint = await this.change(accountId, id, (current) => ({ ...current, ...changed }));
    this.store.publishDisabled(endpoint!, at);
    return true;
  }

  async remove(accountId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (!this.store.find(accountId, id)) return false;
    this.store.record(event);
    this.store.endpoints = this.store.endpoints.filter(({ endpoint }) => endpoint.id !== id);
    this.store.deliveries = this.store.deliveries.filter(({ endpointId }) => endpointId !== id);
    return true;
  }

  async removeAll(accountId: string): Promise<void> {
    for (const { endpoint } of this.of(accountId)) await this.remove(accountId, endpoint.id);
  }

  async attemptCounts(accountId: string, id: string, since: Date): Promise<readonly AttemptCounts[]> {
    const counts = new Map<number, AttemptCounts>();
    for (const attempt of this.store.find(accountId, id)?.attempts ?? []) {
      const start = startOfHour(attempt);
      if (start < since.getTime()) continue;
      const { succeeded, failed } = counts.get(start) ?? { succeeded: 0, failed: 0 };
      const next =
        attempt.error === null ? { succeeded: succeeded + 1, failed } : { succeeded, failed: failed + 1 };
      counts.set(start, { hour: new Date(start), ...next });
    }
    return [...counts.values()].sort((a, b) => a.hour.getTime() - b.hour.getTime());
  }

  async sealsUrls(): Promise<boolean> {
    return this.store.sealsUrls;
  }

  async resealAll(reseal: (endpoint: Pick<Endpoint, 'id' | 'sealed'>) => Uint8Array | null): Promise<number> {
    const sealed = this.store.endpoints.map(({ endpoint }) => reseal(endpoint));
    this.store.endpoints.forEach((stored, i) => {
      stored.endpoint = { ...stored.endpoint, sealed: sealed[i] ?? stored.endpoint.sealed };
    });
    return sealed.filter((bytes) => bytes !== null).length;
  }

  private of(accountId: string): readonly StoredEndpoint[] {
    return this.store.endpoints.filter(({ endpoint }) => endpoint.accountId === accountId);
  }
}

function describedOf({ endpoint, health, attempts }: StoredEndpoint, now: Date): DescribedEndpoint {
  const recent = attempts.filter((attempt) => startOfHour(attempt) > now.getTime() - DAY_MS);
  const share = (sum: number) => (recent.length > 0 ? sum / recent.length : null);
  const duration = share(recent.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return {
    endpoint,
    health: {
      ...health,
      successRate24h: share(recent.filter(({ error }) => error === null).length),
      averageDurationMs: duration === null ? null : Math.round(duration),
    },
  };
}
