import type { MetricReading } from '../metrics/metrics';

/**
 * How a process stops:
 * - `shutdown`: the service ends, so `/readyz` returns 503, and requests are served for `SHUTDOWN_DELAY`.
 * - `replace`: other processes serve new connections, so it stops accepting them immediately.
 */
export type StopMode = 'shutdown' | 'replace';

/**
 * What the main process sends to the others. After a new release was copied into place, both can be of different
 * releases: only add members.
 */
export type Order = { readonly type: 'stop'; readonly mode: StopMode } | { readonly type: 'read-metrics' };

/** What a process sends to the main process. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly problem: string }
  | { readonly type: 'metrics'; readonly reading: MetricReading };
