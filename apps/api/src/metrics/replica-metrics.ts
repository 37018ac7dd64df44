import { Counter, Gauge, type Registry } from 'prom-client';

/** Read replicas. Without them, there are no samples. */
export class ReplicaMetrics {
  private readonly reads: Counter<'server'>;
  private lags: () => readonly (number | null)[] = () => [];

  constructor(registry: Registry) {
    const registers = [registry];
    this.reads = new Counter({
      name: 'feedback_replica_reads_total',
      help: 'With read replicas: lists, counts, searches, and exports by server (primary, or the number of the replica).',
      labelNames: ['server'],
      registers,
    });
    const lagsInUse = () => this.lags();
    new Gauge({
      name: 'feedback_replica_lag_seconds',
      help: 'Maximum age of the data of a read replica; missing while the replica is not used.',
      labelNames: ['replica'],
      aggregator: 'max',
      registers,
      collect() {
        this.reset();
        lagsInUse().forEach((lag, replica) => lag !== null && this.set({ replica }, lag / 1000));
      },
    });
  }

  configured(lags: () => readonly (number | null)[]): void {
    this.lags = lags;
    this.reads.inc({ server: 'primary' }, 0);
    lags().forEach((_, replica) => this.reads.inc({ server: replica }, 0));
  }

  served(server: number | 'primary'): void {
    this.reads.inc({ server });
  }
}
