import type { AttemptResult } from '@libs/webhooks';
import { Counter, Histogram, type Registry } from 'prom-client';

const RESULTS = ['succeeded', 'retried', 'failed', 'cancelled'] as const;

/** Deliveries of webhooks. */
export class WebhookMetrics {
  private readonly deliveries: Counter<'result'>;
  private readonly durations: Histogram;

  constructor(registry: Registry) {
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
}
