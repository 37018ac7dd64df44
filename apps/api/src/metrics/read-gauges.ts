import { Gauge, type Registry } from 'prom-client';
import { RecentReading } from './recent-reading';

const EVERY_MS = 10_000;
const WAIT_MS = 2_000;

/** A metric: its help, and its value in a reading. */
export type ReadGauge<T> = readonly [help: string, valueOf: (read: T) => number];

/**
 * Adds metrics that are read from the database, at most every 10 seconds. They are missing if it does not respond within
 * 2 seconds. Each process reads the same database, so the metric of several processes is the maximum.
 */
export function addReadGauges<T>(
  registry: Registry,
  read: () => Promise<T>,
  gauges: Readonly<Record<string, ReadGauge<T>>>,
): void {
  const reading = new RecentReading(async () => ({ read: await read() }), EVERY_MS, WAIT_MS);
  for (const [name, [help, valueOf]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const value = await reading.get();
        if (value) this.set(valueOf(value.read));
        else this.remove();
      },
    });
  }
}

/** Returns seconds, 0 without a time. */
export const ageOf = (since: Date | null): number =>
  since ? Math.max(0, Date.now() - since.getTime()) / 1000 : 0;
