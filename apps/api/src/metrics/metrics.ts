import type { QuarantineReason } from '@libs/feedback';
import type { AttemptResult, DeliveryBacklog } from '@libs/webhooks';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { CompletionListener } from '../http/requests/completion';
import { version } from '../version';
import { DatabaseMetrics, type PoolUse } from './database-metrics';
import { FormMetrics } from './form-metrics';
import type { Observer } from './observer';
import { ReplicaMetrics } from './replica-metrics';
import { RequestMetrics } from './request-metrics';
import { WebhookMetrics } from './webhook-metrics';

/** Gauges with names of counters, which `promtool check metrics` rejects. Each is the sum of another metric. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The metrics of this process (operator.md 9). */
export class Metrics implements Observer {
  private readonly registry = new Registry();
  private readonly requests = new RequestMetrics(this.registry);
  private readonly forms = new FormMetrics(this.registry);
  private readonly webhooks = new WebhookMetrics(this.registry);
  private readonly replicas = new ReplicaMetrics(this.registry);
  private readonly events = new Counter({
    name: 'feedback_events_published_total',
    help: 'Events written to the event log.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    new Gauge({
      name: 'feedback_build_info',
      help: 'Always 1, with the version of the service.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version }, 1);
  }

  readonly requestCompleted: CompletionListener = (request, reply) => {
    this.requests.completed(request, reply);
    this.forms.completed(request, reply);
  };

  /** Adds metrics of the database. Returns the observer of its pool. */
  addDatabase(poolUse: () => PoolUse, backlog: () => Promise<DeliveryBacklog>): DatabaseMetrics {
    this.webhooks.addBacklog(backlog);
    return new DatabaseMetrics(this.registry, poolUse);
  }

  eventsPublished(count: number): void {
    this.events.inc(count);
  }

  attemptsRecorded(results: readonly AttemptResult[]): void {
    this.webhooks.recorded(results);
  }

  submissionStored(reason: QuarantineReason | null): void {
    this.forms.stored(reason);
  }

  replicasConfigured(lags: () => readonly (number | null)[]): void {
    this.replicas.configured(lags);
  }

  readServed(server: number | 'primary'): void {
    this.replicas.served(server);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
