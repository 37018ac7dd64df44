import type { QuarantineReason } from '@libs/feedback';
import type { AttemptResult, DeliveryBacklog } from '@libs/webhooks';
import { Counter, Gauge, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { CompletionListener } from '../http/requests/completion';
import { version } from '../version';
import { DatabaseMetrics, type PoolUse } from './database-metrics';
import { FormMetrics } from './form-metrics';
import { addNodeMetrics } from './node-metrics';
import type { Observer } from './observer';
import { addReadGauges, ageOf } from './read-gauges';
import { ReplicaMetrics } from './replica-metrics';
import { RequestMetrics } from './request-metrics';
import { WebhookMetrics } from './webhook-metrics';

/** What is read of the database. */
export interface DatabaseReadings {
  /** Called for each scrape. */
  readonly poolUse: () => PoolUse;
  readonly backlog: () => Promise<DeliveryBacklog>;
  /** When the oldest change was made that is not published yet; null if all are. */
  readonly oldestChange: () => Promise<Date | null>;
}

/** The values of all metrics of a process. */
export type MetricReading = readonly MetricObjectWithValues<MetricValue<string>>[];

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

  private readonly nextBackup = new Gauge({
    name: 'feedback_backup_due_timestamp_seconds',
    help: 'When the next scheduled backup is due, in Unix seconds; 0 without BACKUP_DIR.',
    aggregator: 'max',
    registers: [this.registry],
  });

  private readonly fullAccounts = new Gauge({
    name: 'feedback_accounts_full',
    help: 'Accounts that have reached their storage limit.',
    aggregator: 'max',
    registers: [this.registry],
  });

  constructor() {
    addNodeMetrics(this.registry);
    new Gauge({
      name: 'feedback_build_info',
      help: 'Always 1, with the version of the service.',
      labelNames: ['version'],
      aggregator: 'first',
      registers: [this.registry],
    }).set({ version }, 1);
  }

  readonly requestCompleted: CompletionListener = (request, reply) => {
    this.requests.completed(request, reply);
    this.forms.completed(request, reply);
  };

  /** Adds metrics of the database. Returns the observer of its pool. */
  addDatabase({ poolUse, backlog, oldestChange }: DatabaseReadings): DatabaseMetrics {
    addReadGauges(this.registry, backlog, {
      feedback_webhook_deliveries_pending: [
        'Pending deliveries in the database, counted up to 10,000.',
        ({ pending }) => pending,
      ],
      feedback_webhook_oldest_due_delivery_age_seconds: [
        'How long the delivery has been due that has waited longest for its attempt; 0 if none is due.',
        ({ dueSince }) => ageOf(dueSince),
      ],
    });
    addReadGauges(this.registry, oldestChange, {
      feedback_oldest_unpublished_change_age_seconds: [
        'How long the oldest change has waited to be published as an event; 0 if none waits.',
        ageOf,
      ],
    });
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

  storageFull(accounts: number): void {
    this.fullAccounts.set(accounts);
  }

  backupDue(at: Date): void {
    this.nextBackup.set(at.getTime() / 1000);
  }

  /** Returns the values of all metrics, which can be combined with those of other processes. */
  values(): Promise<MetricReading> {
    return this.registry.getMetricsAsJSON();
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
