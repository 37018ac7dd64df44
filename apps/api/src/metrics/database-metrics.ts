import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const QUEUES = ['pool', 'account'] as const;
type Queue = (typeof QUEUES)[number];

export interface PoolUse {
  readonly max: number;
  readonly used: number;
  readonly idle: number;
  readonly waiting: Readonly<Record<Queue, number>>;
}

/** The pool of connections, and errors of PostgreSQL. */
export class DatabaseMetrics {
  private readonly waits: Histogram<'queue'>;
  private readonly errors: Counter<'sqlstate_class'>;

  /** @param poolUse called for each scrape */
  constructor(registry: Registry, poolUse: () => PoolUse) {
    const registers = [registry];
    addPoolGauges(registry, poolUse);
    this.waits = new Histogram({
      name: 'feedback_database_pool_wait_seconds',
      help: 'Time that a statement waited for a connection, without those that got one at once.',
      labelNames: ['queue'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
      registers,
    });
    for (const queue of QUEUES) this.waits.zero({ queue });
    this.errors = new Counter({
      name: 'feedback_database_errors_total',
      help: 'Errors of PostgreSQL by class of SQLSTATE, including expected ones; 08 if the connection failed.',
      labelNames: ['sqlstate_class'],
      registers,
    });
  }

  waited(queue: Queue, seconds: number): void {
    this.waits.observe({ queue }, seconds);
  }

  failed(sqlstateClass: string): void {
    this.errors.inc({ sqlstate_class: sqlstateClass });
  }
}

function addPoolGauges(registry: Registry, poolUse: () => PoolUse): void {
  const registers = [registry];
  new Gauge({
    name: 'feedback_database_pool_connections',
    help: 'Open connections to PostgreSQL.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = poolUse();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'feedback_database_pool_size',
    help: 'Maximum number of connections (DATABASE_POOL_SIZE).',
    registers,
    collect() {
      this.set(poolUse().max);
    },
  });
  new Gauge({
    name: 'feedback_database_pool_waiting',
    help: 'Statements that wait for a connection of the pool, or of the share of their account.',
    labelNames: ['queue'],
    registers,
    collect() {
      const { waiting } = poolUse();
      for (const queue of QUEUES) this.set({ queue }, waiting[queue]);
    },
  });
}
