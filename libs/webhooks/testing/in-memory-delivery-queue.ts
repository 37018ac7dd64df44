import {
  CONCURRENT_PER_ENDPOINT,
  eventOf,
  FAILURES_MAX,
  LEASE_MS,
  PENDING_COUNTED_MAX,
  type AccountShare,
  type Attempt,
  type AttemptResult,
  type ClaimedDelivery,
  type DeliveryBacklog,
  type DeliveryQueue,
  type FailingEndpoint,
} from '../src';
import {
  startOfHour,
  type InMemoryWebhooks,
  type StoredDelivery,
  type StoredEndpoint,
} from './in-memory-webhooks';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryDeliveryQueue implements DeliveryQueue {
  constructor(private readonly store: InMemoryWebhooks) {}

  async claim(now: Date, limit: number, share?: AccountShare): Promise<readonly ClaimedDelivery[]> {
    const turns = new Map(share?.inProgress);
    return this.store.endpoints
      .filter(({ endpoint }) => endpoint.status === 'active')
      .filter(({ endpoint }) => !this.store.suspendedAccounts.has(endpoint.accountId))
      .flatMap((stored) => this.dueOf(stored, now.getTime()))
      .sort((a, b) => a.rank - b.rank)
      .map(({ delivery, stored }) => {
        const { accountId } = stored.endpoint;
        const turn = (turns.get(accountId) ?? 0) + 1;
        turns.set(accountId, turn);
        return { delivery, stored, turn };
      })
      .filter(({ turn }) => !share || turn <= share.max)
      .sort((a, b) => a.turn - b.turn)
      .slice(0, limit)
      .map(({ delivery, stored }) => {
        Object.assign(delivery, { isClaimed: true, dueAt: now.getTime() + LEASE_MS });
        return claimedOf(delivery, stored);
      });
  }

  /** Due deliveries of an endpoint. Their ranks continue after those in progress. */
  private dueOf(stored: StoredEndpoint, now: number) {
    const pending = this.store.deliveries.filter(
      ({ endpointId, status }) => endpointId === stored.endpoint.id && status === 'pending',
    );
    const claimed = pending.filter(({ isClaimed, dueAt }) => isClaimed && dueAt > now).length;
    const max = stored.health.consecutiveFailures < FAILURES_MAX ? CONCURRENT_PER_ENDPOINT : 1;
    return pending
      .filter(({ dueAt }) => dueAt <= now)
      .sort((a, b) => (a.dueAt === b.dueAt ? 0 : a.dueAt - b.dueAt))
      .slice(0, Math.max(0, max - claimed))
      .map((delivery, i) => ({ delivery, stored, rank: claimed + i }));
  }

  async record(results: readonly AttemptResult[]): Promise<readonly FailingEndpoint[]> {
    for (const result of results) {
      const delivery = this.store.deliveries.find(({ id }) => id === result.id);
      if (delivery) store(delivery, result);
    }
    const counted = this.store.endpoints.filter((stored) => count(stored, attemptsOf(stored, results)));
    return counted.flatMap(({ endpoint: { accountId, id }, failingSince }) =>
      failingSince ? [{ accountId, id, failingSince }] : [],
    );
  }

  async removeBefore(at: Date): Promise<number> {
    const before = this.store.deliveries.length;
    this.store.deliveries = this.store.deliveries.filter(({ createdAt }) => createdAt >= at);
    for (const stored of this.store.endpoints) {
      stored.attempts = stored.attempts.filter((attempt) => startOfHour(attempt) >= at.getTime());
    }
    return before - this.store.deliveries.length;
  }

  async backlog(now: Date): Promise<DeliveryBacklog> {
    const pending = this.store.deliveries.filter(({ status }) => status === 'pending');
    const active = new Set(
      this.store.endpoints.flatMap(({ endpoint: { id, accountId, status } }) =>
        status === 'active' && !this.store.suspendedAccounts.has(accountId) ? [id] : [],
      ),
    );
    const dueTimes = pending
      .filter(({ endpointId, dueAt }) => active.has(endpointId) && dueAt <= now.getTime())
      .map(({ dueAt, createdAt }) => (dueAt === -Infinity ? createdAt.getTime() : dueAt));
    const dueSince = dueTimes.length > 0 ? new Date(Math.min(...dueTimes)) : null;
    return { pending: Math.min(pending.length, PENDING_COUNTED_MAX), dueSince };
  }
}

function claimedOf(delivery: StoredDelivery, { endpoint }: StoredEndpoint): ClaimedDelivery {
  const { id, url, payload, sealed, previousKeyExpiresAt } = endpoint;
  return {
    id: delivery.id,
    accountId: endpoint.accountId,
    endpoint: { id, url, payload, sealed, previousKeyExpiresAt },
    event: eventOf(delivery, delivery.source?.event ?? null),
    attempts: delivery.tries,
  };
}

/** A delivery that is no longer claimed was cancelled or queued again, and stays so, unless the request succeeded. */
function store(delivery: StoredDelivery, result: AttemptResult): void {
  if (delivery.isClaimed || result.status === 'succeeded') delivery.status = result.status;
  if (delivery.isClaimed && result.status === 'pending') delivery.dueAt = result.nextAttemptAt.getTime();
  delivery.isClaimed = false;
  delivery.hasSucceeded ||= result.status === 'succeeded';
  if (!result.attempt) return;
  delivery.attempts.push(result.attempt);
  delivery.tries++;
}

const attemptsOf = ({ endpoint }: StoredEndpoint, results: readonly AttemptResult[]): readonly Attempt[] =>
  results
    .filter(({ endpointId }) => endpointId === endpoint.id)
    .flatMap(({ attempt }) => attempt ?? [])
    .sort((a, b) => a.at.localeCompare(b.at) || Number(a.error === null) - Number(b.error === null));

/** Returns false if there was no attempt. */
function count(stored: StoredEndpoint, attempts: readonly Attempt[]): boolean {
  for (const attempt of attempts) {
    const at = new Date(attempt.at);
    stored.attempts.push(attempt);
    if (attempt.error === null) {
      stored.health = {
        ...stored.health,
        consecutiveFailures: 0,
        lastSuccessAt: later(stored.health.lastSuccessAt, at),
      };
      stored.failingSince = null;
    } else {
      const { consecutiveFailures, lastFailureAt } = stored.health;
      stored.health = {
        ...stored.health,
        consecutiveFailures: consecutiveFailures + 1,
        lastFailureAt: later(lastFailureAt, at),
      };
      stored.failingSince ??= at;
    }
  }
  return attempts.length > 0;
}

const later = (one: Date | null, other: Date): Date => (one && one > other ? one : other);
