import { setMaxListeners } from 'node:events';
import type { Clock } from '@libs/kernel';
import {
  endpointsToDisable,
  type AttemptResult,
  type ClaimedDelivery,
  type DeliveryQueue,
  type Disabling,
  type EndpointRepository,
} from '@libs/webhooks';
import { RecurringJob } from '../../recurring-job';
import type { DeliveryAttempts } from './delivery-attempts';

/** Requests at the same time, of all endpoints. */
const CONCURRENT_MAX = 500;
/** Requests of one account at the same time. */
const CONCURRENT_PER_ACCOUNT = CONCURRENT_MAX / 10;
/** Interval without due deliveries. Those that this instance queued are claimed at once. */
const IDLE_MS = 1_000;
/** Collects results for this time, because storing many at once costs less. */
const COLLECT_MS = 5;
const RETRY_MS = 5_000;
/** How long requests in flight may take when the service stops. */
const STOP_MS = 5_000;

/** What the worker uses of the queue. */
export type WorkerQueue = Pick<DeliveryQueue, 'claim' | 'record'>;
type WorkerEndpoints = Pick<EndpointRepository, 'disable'>;

/**
 * Sends due deliveries until the service stops, and stores their results (webhooks.md 2). Several instances can run. If
 * one ends without storing a result, another attempts the delivery again after half a minute.
 */
export class DeliveryWorker extends RecurringJob {
  private readonly stop = new AbortController();
  /** Requests in flight, with their accounts. */
  private readonly sending = new Map<Promise<void>, string>();
  /** Endpoints that are being disabled. */
  private readonly disabling = new Set<string>();
  private results: AttemptResult[] = [];

  constructor(
    private readonly queue: WorkerQueue,
    private readonly endpoints: WorkerEndpoints,
    private readonly attempts: DeliveryAttempts,
    private readonly clock: Clock,
    /** False if other processes deliver. */
    isEnabled = true,
  ) {
    super({
      everyMs: IDLE_MS,
      idleMs: 15_000,
      firstMs: 0,
      retryMs: RETRY_MS,
      failure: 'Could not deliver events',
      level: 'warn',
      isEnabled,
    });
    // Each request in flight listens.
    setMaxListeners(CONCURRENT_MAX, this.stop.signal);
  }

  /** Waits for the requests in flight, and then cancels them. Their deliveries are due again at once. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    const timer = setTimeout(() => this.stop.abort(), STOP_MS);
    await Promise.all(this.sending.keys());
    clearTimeout(timer);
    await this.store().catch((error: unknown) => this.report(error, 'Could not store deliveries'));
  }

  /** Announces that deliveries may be due, or results are to be stored. After an error, they wait. */
  announce(): void {
    if (!this.isWaitingToRetry) this.runWithin(COLLECT_MS);
  }

  protected async runOnce(): Promise<void> {
    await this.repeat(async () => {
      await this.store();
      const claimed = await this.claim();
      for (const delivery of claimed) this.send(delivery);
      return claimed.length;
    });
  }

  private async claim(): Promise<readonly ClaimedDelivery[]> {
    const free = CONCURRENT_MAX - this.sending.size;
    if (free === 0) return [];
    return this.queue.claim(this.clock(), free, {
      max: CONCURRENT_PER_ACCOUNT,
      inProgress: this.inProgress(),
    });
  }

  /** Counts requests in flight by account. */
  private inProgress(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const accountId of this.sending.values()) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }

  private send(delivery: ClaimedDelivery): void {
    const sending = this.attempts.attempt(delivery, this.stop.signal).then((result) => {
      if (result) this.results.push(result);
      this.sending.delete(sending);
      this.announce();
    });
    this.sending.set(sending, delivery.accountId);
  }

  /** If it fails, keeps the results for the next time. */
  private async store(): Promise<void> {
    // A copy, because others can arrive in the meantime.
    const results = [...this.results];
    if (results.length === 0) return;
    const failing = await this.queue.record(results);
    this.results = this.results.slice(results.length);
    const now = this.clock();
    for (const one of endpointsToDisable(results, failing, now)) this.disable(one, now);
  }

  /** Not awaited: an endpoint can have many deliveries to cancel, and those of others go on. */
  private disable({ accountId, id, reason }: Disabling, now: Date): void {
    if (this.disabling.has(id)) return;
    this.disabling.add(id);
    this.endpoints
      .disable(accountId, id, reason, now)
      .catch((error: unknown) => this.report(error, 'Could not disable a webhook'))
      .finally(() => this.disabling.delete(id));
  }
}
