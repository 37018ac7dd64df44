import type { AttemptResult, DeliveryBacklog } from '@libs/webhooks';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { RecentReading } from './recent-reading';

const RESULTS = ['succeeded', 'retried', 'failed', 'cancelled'] as const;
const BACKLOG_MS = { every: 10_000, wait: 2_000 };

/** Deliveries of webhooks. */
export class WebhookMetrics {
  private readonly deliveries: Counter<'result'>;
  private readonly durations: Histogram;

  constructor(private readonly registry: Registry) {
    const registers = [registry];
    this.deliveries = new Counter({
      name: 'feedback_webhook_deliveries_total',
      help: 'Results of deliveries: succeeded, retried (failed, and repeated later), failed, or cancelled.',
      labelNames: ['result'],
      registers,
    });
    for (const result of RESULTS) this.deliveries.inc({ result }, 0);
    this.durations = new Histogram({
      name: 'feedback_webhook_attempt_duration_seconds',
      help: 'Duration of requests to endpoints of webhooks.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    });
  }

  recorded(results: readonly AttemptResult[]): void {
    for (const { status, attempt } of results) {
      if (attempt) this.durations.observe(attempt.durationMs / 1000);
      if (status !== 'pending') this.deliveries.inc({ result: status });
      // Without an attempt, the service stopped before the end of the request.
      else if (attempt) this.deliveries.inc({ result: 'retried' });
    }
  }

  /** Adds the metrics that need the database. They are missing while it is down. */
  addBacklog(read: () => Promise<DeliveryBacklog>): void {
    const reading = new RecentReading(read, BACKLOG_MS.every, BACKLOG_MS.wait);
    const add = (name: string, help: string, valueOf: (backlog: DeliveryBacklog) => number) =>
      new Gauge({
        name,
        help,
        // Each process reads the same database.
        aggregator: 'max',
        registers: [this.registry],
        async collect() {
          const backlog = await reading.get();
          if (backlog) this.set(valueOf(backlog));
          else this.remove();
        },
      });
    add(
      'feedback_webhook_deliveries_pending',
      'Pending deliveries in the database, counted up to 10,000.',
      ({ pending }) => pending,
    );
    add(
      'feedback_webhook_oldest_due_delivery_age_seconds',
      'How long the delivery has been due that has waited longest for its attempt; 0 if none is due.',
      ({ dueSince }) => (dueSince ? Math.max(0, Date.now() - dueSince.getTime()) / 1000 : 0),
    );
  }
}
