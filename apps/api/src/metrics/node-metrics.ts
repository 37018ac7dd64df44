import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Gauges with names of counters, which `promtool check metrics` rejects. Each is the sum of another metric. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** For several processes, the slowest event loop counts, and each new process is a restart. Others have their sum. */
const HIGHEST = /^nodejs_eventloop_lag_(?!min_)|^process_start_time_seconds$/;

/** Adds the metrics of Node.js and of the process. */
export function addNodeMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const metric of registry.getMetricsAsArray()) if (HIGHEST.test(metric.name)) metric.aggregator = 'max';
}
