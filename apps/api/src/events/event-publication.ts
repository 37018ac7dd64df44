import type { Published } from '@libs/webhooks';
import { RecurringJob } from '../recurring-job';

/** Interval without changes. Changes of this instance are published sooner. */
const IDLE_MS = 1_000;
/** Interval while another instance publishes. */
const BUSY_MS = 100;
/** Collects changes for this time, because publishing many at once costs less. */
const SOON_MS = 50;
/** With this many changes in a run, the service is under load: it then collects about MANY, for up to LONGEST_MS. */
const LOAD = 100;
const MANY = 500;
const SHORTEST_MS = 10;
const LONGEST_MS = 150;
const RETRY_MS = 5_000;
const PARTITIONS_MS = 3_600_000;
const PARTITIONS_RETRY_MS = 60_000;

/** What the job does, in the database. */
export interface EventStore {
  /** Returns null if another instance is publishing. */
  publish(): Promise<Published | null>;
  /** Creates and drops partitions of the event log. */
  maintainPartitions(): Promise<void>;
}

/** Publishes recorded changes as events, and keeps the partitions of the event log (events.md 1). */
export class EventPublication extends RecurringJob {
  private partitionsDueAt = 0;
  /** Whether the last attempt to maintain the partitions has failed. */
  private hasFailed = false;
  private soonMs = SOON_MS;

  constructor(
    private readonly store: EventStore,
    /** Called after deliveries of events were queued. */
    private readonly onQueued: () => void = () => {},
  ) {
    super({
      everyMs: IDLE_MS,
      idleMs: 30_000,
      firstMs: 0,
      retryMs: RETRY_MS,
      failure: 'Could not publish events',
      level: 'warn',
    });
  }

  /** Announces that a request may have changed items. */
  announce(): void {
    this.runWithin(this.soonMs);
  }

  protected async runOnce(): Promise<void> {
    // If the clock was set forward, the partition of the present is missing.
    if (this.isFailing) this.partitionsDueAt = 0;
    await this.maintainPartitions();
    const published = await this.store.publish();
    if (published?.deliveries) this.onQueued();
    const changes = published?.changes ?? 0;
    if (published === null || changes > 0) this.recordWork();
    const underLoadMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (this.soonMs * MANY) / changes));
    this.soonMs = changes < LOAD ? SOON_MS : underLoadMs;
    this.everyMs = published === null ? BUSY_MS : changes > 0 ? this.soonMs : IDLE_MS;
  }

  /**
   * Every hour. After an error, events can still be published: the partitions of the next period exist already. So only
   * the second error in a row is logged: under load, the first one can be a lock of the log that others hold.
   */
  private async maintainPartitions(): Promise<void> {
    if (performance.now() < this.partitionsDueAt) return;
    try {
      await this.store.maintainPartitions();
      this.partitionsDueAt = performance.now() + PARTITIONS_MS;
      this.hasFailed = false;
    } catch (error) {
      this.partitionsDueAt = performance.now() + PARTITIONS_RETRY_MS;
      if (this.hasFailed) this.report(error, 'Could not maintain the partitions of the event log');
      this.hasFailed = true;
    }
  }
}
