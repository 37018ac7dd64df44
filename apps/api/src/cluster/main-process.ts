import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import type { Config } from '../config';
import { openDatabase } from '../database';
import { loggerOptions } from '../http/logging';
import type { CombinedMetrics } from '../metrics/combined-metrics';
import {
  onHangup,
  openMetricsPort,
  print,
  printDelay,
  printTracing,
  StartError,
  type Closers,
} from '../run-process';
import { ClusterProcess } from './cluster-process';
import type { StopMode } from './messages';
import { Supervisor } from './supervisor';

/** How long a scrape waits for the metrics of a process. Later, its previous ones are used. */
const METRICS_MS = 2_000;

/** Starts `WORKERS` processes that run `program`, and keeps them running. Returns when all of them serve requests. */
export async function startProcesses(
  config: Config,
  program: string,
  closers: Closers,
  isStopping: () => boolean,
): Promise<void> {
  // During the start, SIGHUP has no effect.
  let restart = () => {};
  onHangup(() => restart());
  const database = await openDatabase(config, { log: print, isService: true });
  closers.push(() => database.close());
  // From now on, it only keeps the embedded PostgreSQL running.
  await database.dataSource.destroy();
  cluster.setupPrimary({ exec: program, args: [], execArgv: nodeOptions() });
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const processes = new Set<ClusterProcess>();
  const metrics = await openCombinedMetrics(config, processes, closers);
  printTracing(config);
  if (isStopping()) return;
  const supervisor = supervise(config, processes, metrics);
  // Covers every end of this process: after the second signal, or an unexpected error.
  process.on('exit', () => supervisor.kill());
  let mode: StopMode = 'replace';
  closers.push(() => {
    if (mode === 'shutdown') printDelay(config);
    return supervisor.stop(mode);
  });
  await supervisor.start().catch(({ message }: Error) => {
    throw new StartError(message);
  });
  if (!isStopping()) mode = 'shutdown';
  restart = () => supervisor.restart();
}

function supervise(
  config: Config,
  processes: Set<ClusterProcess>,
  metrics: CombinedMetrics | null,
): Supervisor {
  const logger = fastify({ logger: loggerOptions(config.LOG_LEVEL) }).log;
  return new Supervisor(config.WORKERS, {
    fork(listener) {
      const child = new ClusterProcess({
        onReady: () => listener.onReady(),
        onMetrics: (reading) => metrics?.read(child, reading),
        onEnd(end) {
          processes.delete(child);
          metrics?.end(child);
          listener.onEnd(end);
        },
      });
      processes.add(child);
      return child;
    },
    now: () => performance.now(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    log: (level, message) => logger[level](message),
  });
}

/** Serves the metrics of all processes if METRICS_PORT is set. Otherwise returns null, and does not load the code. */
async function openCombinedMetrics(
  config: Config,
  processes: ReadonlySet<ClusterProcess>,
  closers: Closers,
): Promise<CombinedMetrics | null> {
  if (config.METRICS_PORT === undefined) return null;
  const { CombinedMetrics } = await import('../metrics/combined-metrics');
  const metrics = new CombinedMetrics(() =>
    Promise.race([
      Promise.all([...processes].map((child) => child.readMetrics())),
      sleep(METRICS_MS, undefined, { ref: false }),
    ]),
  );
  await openMetricsPort(config, metrics, closers);
  return metrics;
}

/** Options of Node.js for the processes: those of this one, and source maps if this one uses them. */
function nodeOptions(): string[] {
  const sourceMaps = '--enable-source-maps';
  const others = process.execArgv.filter((option) => option !== sourceMaps);
  return process.sourceMapsEnabled ? [...others, sourceMaps] : others;
}
