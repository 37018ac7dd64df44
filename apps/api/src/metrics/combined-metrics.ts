import { AggregatorRegistry, Registry } from 'prom-client';
import type { MetricReading } from './metrics';
import { addNodeMetrics } from './node-metrics';

/** What the metrics of ended processes still count in: a counter that falls looks to Prometheus like a restart. */
const CUMULATIVE = ['counter', 'histogram'];

/** One set of metrics for several processes and this one (operator.md 9, 13). */
export class CombinedMetrics {
  private readonly own = new Registry();
  private readonly latest = new Map<object, MetricReading>();
  private ended: MetricReading = [];

  /** @param refresh calls `read` for each process */
  constructor(private readonly refresh: () => Promise<unknown>) {
    addNodeMetrics(this.own);
  }

  /** Replaces the metrics of a process, which any object identifies. */
  read(process: object, reading: MetricReading): void {
    this.latest.set(process, reading);
  }

  /** Keeps the counters of a process that has ended. */
  end(process: object): void {
    const last = this.latest.get(process) ?? [];
    this.latest.delete(process);
    const cumulative = last.filter(({ type }) => CUMULATIVE.includes(String(type)));
    this.ended = combine([this.ended, cumulative]).getMetricsAsArray() as unknown as MetricReading;
  }

  get contentType(): string {
    return this.own.contentType;
  }

  /** Returns all metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    await this.refresh();
    const own = await this.own.getMetricsAsJSON();
    return combine([...this.latest.values(), this.ended, own]).metrics();
  }
}

const combine = (readings: readonly MetricReading[]): Registry =>
  AggregatorRegistry.aggregate(readings as unknown as object[]);
