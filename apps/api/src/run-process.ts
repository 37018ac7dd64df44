import { ConfigError, readServiceConfig, variableNames, type Config } from './config';
import { DatabaseError } from './database';
import { version } from './version';
import type { Metrics } from './metrics/metrics';
import type { MetricsSource } from './metrics/metrics-server';
import { listenProblem } from './startup/listen-problem';
import type { Tracing } from './tracing/tracing';
import { unknownVariables } from './startup/unknown-variables';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Whether the process may get SIGHUP because its terminal was closed. */
export const hasTerminal = (): boolean =>
  [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);

/** The process cannot start. The message is one line and names the variable. */
export class StartError extends Error {}

/** Functions that close the opened resources, in the order of opening. */
export type Closers = (() => Promise<void>)[];

/** Reads the environment, and warns about variables that may be misspelled. @throws ConfigError */
export function configOfProcess(env: NodeJS.ProcessEnv): Config {
  const config = readServiceConfig(env);
  for (const line of unknownVariables(env, variableNames())) process.stderr.write(`Warning: ${line}\n`);
  return config;
}

/** Serves metrics if METRICS_PORT is set. Otherwise returns null, and does not load the code. @throws StartError */
export async function openMetrics(config: Config, closers: Closers): Promise<Metrics | null> {
  if (config.METRICS_PORT === undefined) return null;
  const { Metrics } = await import('./metrics/metrics');
  const metrics = new Metrics();
  await openMetricsPort(config, metrics, closers);
  return metrics;
}

/** Serves metrics on METRICS_PORT, which is set. @throws StartError */
export async function openMetricsPort(
  { HOST, METRICS_PORT: port }: Config,
  metrics: MetricsSource,
  closers: Closers,
): Promise<void> {
  const { serveMetrics } = await import('./metrics/metrics-server');
  const close = await serveMetrics(metrics, HOST, port!).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, HOST, 'METRICS_PORT', port!));
  });
  closers.push(close);
  print(`Metrics are on port ${port}, at /metrics`);
}

/** Sends traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise returns null, and does not load the code. */
export async function openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }: Config,
  closers: Closers,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { startTracing } = await import('./tracing/start-tracing');
  const tracing = startTracing(endpoint, headers);
  closers.push(() => tracing.close());
  return tracing;
}

/** Prints where traces are sent, if they are. */
export function printTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): void {
  if (endpoint !== undefined) print(`Traces are sent to ${new URL(endpoint).origin}`);
}

/** Prints that requests are still served, if they are. */
export function printDelay({ SHUTDOWN_DELAY }: Config): void {
  if (SHUTDOWN_DELAY === 0) return;
  const noun = SHUTDOWN_DELAY === 1 ? 'second' : 'seconds';
  print(`Serving requests for ${SHUTDOWN_DELAY} more ${noun}; /readyz returns 503`);
}

/**
 * Runs a process. Returns a function that closes what `start` has opened; a call during the start takes effect after it.
 * @param onEnd receives the error of the start or of closing, if there was one
 */
export function runUntilStopped(
  start: (closers: Closers, isStopping: () => boolean) => Promise<void>,
  onEnd: (error?: unknown) => void,
): () => void {
  const closers: Closers = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  let isStopping = false;
  const started = start(closers, () => isStopping);
  started.catch((error) => closeAll().finally(() => onEnd(error)));
  return () => {
    isStopping = true;
    void started.then(closeAll).then(() => onEnd(), onEnd);
  };
}

/** Prints the name and the version, runs a process, and stops it on a signal. */
export function runProcess(name: string, start: Parameters<typeof runUntilStopped>[0]): void {
  print(`${name} ${version}`);
  const stop = runUntilStopped(start, (error) => {
    if (error === undefined) process.exit(0);
    process.stderr.write(`${problemOf(error)}\n`);
    process.exit(1);
  });
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second signal stops immediately.
    if (isStopping) process.exit(1);
    isStopping = true;
    print(`Shutting down after ${signal}; a second signal stops immediately`);
    stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Calls `listener` on SIGHUP. In a terminal, the signal still ends the process, because the window was closed. */
export function onHangup(listener: () => void): void {
  if (!hasTerminal()) process.on('SIGHUP', listener);
}

/** For a process that cannot restart without downtime: SIGHUP prints a line instead of ending it. */
export function ignoreHangup(): void {
  onHangup(() =>
    print('SIGHUP has no effect on a single process. To apply changes, stop it and start it again'),
  );
}

/** Describes a problem that the operator can fix in one line, and an unexpected error with its stack. */
export function problemOf(error: unknown): string {
  const isExpected =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError;
  return isExpected ? error.message : ((error as Error).stack ?? String(error));
}
