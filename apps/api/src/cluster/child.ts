import cluster from 'node:cluster';
import { readServiceConfig } from '../config';
import { openDatabase } from '../database';
import type { Metrics } from '../metrics/metrics';
import { openTracing, problemOf, runUntilStopped, type Closers } from '../run-process';
import type { Order, Report, StopMode } from './messages';
import { serve } from './serve';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs one of several processes. It prints nothing but its log, and stops when the main process orders it or has ended.
 * It ignores signals, because those of a terminal go to all processes.
 */
export function runChild(env: Environment): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  let mode: StopMode = 'shutdown';
  let metrics: Metrics | null = null;
  const sendMetrics = async () => {
    if (metrics) await send({ type: 'metrics', reading: await metrics.values() });
  };
  const stop = runUntilStopped(
    async (closers, isStopping) => {
      const config = readServiceConfig(env);
      metrics = await newMetrics(config.METRICS_PORT);
      await start(config, metrics, { isStopping, mode: () => mode, onDelay: () => {} }, closers);
      await send({ type: 'ready' });
    },
    (error) => void end(sendMetrics, error),
  );
  process.on('message', (order: Order) => {
    if (order.type === 'read-metrics') void sendMetrics();
    else if (order.type === 'stop') stopOnce(order.mode);
  });
  let isStopping = false;
  const stopOnce = (how: StopMode) => {
    if (isStopping) return;
    isStopping = true;
    mode = how;
    stop();
  };
  // Without this, Node.js ends the process as soon as the main process has ended.
  cluster.worker!.exitedAfterDisconnect = true;
  process.on('disconnect', () => stopOnce('replace'));
}

async function start(
  config: ReturnType<typeof readServiceConfig>,
  metrics: Metrics | null,
  stopping: Parameters<typeof serve>[2],
  closers: Closers,
): Promise<void> {
  const { dataSource, close } = await openDatabase(config);
  closers.push(close);
  const tracing = await openTracing(config, closers);
  await serve(config, { dataSource, metrics, tracing }, stopping, closers);
}

/** Does not load the code without METRICS_PORT. */
async function newMetrics(port: number | undefined): Promise<Metrics | null> {
  return port === undefined ? null : new (await import('../metrics/metrics')).Metrics();
}

/** Sends the last metrics, and the problem if there was one. */
async function end(sendMetrics: () => Promise<void>, error?: unknown): Promise<never> {
  await sendMetrics();
  if (error === undefined) process.exit(0);
  await send({ type: 'failed', problem: problemOf(error) });
  process.exit(1);
}

/** Resolves when the main process has the report, or has ended. */
function send(report: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send!(report, undefined, undefined, () => resolve());
    else resolve();
  });
}
