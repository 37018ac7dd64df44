import { ConfigError, readServiceConfig, variableNames, type Config } from './config';
import { DatabaseError } from './database';
import { version } from './version';
import type { Metrics } from './metrics/metrics';
import { listenProblem } from './startup/listen-problem';
import type { Tracing } from './tracing/tracing';
import { unknownVariables } from './startup/unknown-variables';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

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
export async function openMetrics({ HOST, METRICS_PORT }: Config, closers: Closers): Promise<Metrics | null> {
  if (METRICS_PORT === undefined) return null;
  const { serveMetrics } = await import('./metrics/metrics-server');
  const served = await serveMetrics(HOST, METRICS_PORT).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, HOST, 'METRICS_PORT', METRICS_PORT));
  });
  closers.push(() => served.close());
  print(`Metrics are on port ${METRICS_PORT}, at /metrics`);
  return served.metrics;
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
  print(`Traces are sent to ${new URL(endpoint).origin}`);
  return tracing;
}

/**
 * Prints the name and the version, runs a process, and stops it on a signal. A signal during the start takes effect
 * after the start.
 */
export function runProcess(
  name: string,
  start: (closers: Closers, isStopping: () => boolean) => Promise<void>,
): void {
  print(`${name} ${version}`);
  const closers: Closers = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  let stopping = false;
  const started = start(closers, () => stopping);
  started.catch((error) => closeAll().finally(() => fail(error)));
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second signal stops immediately.
    if (stopping) process.exit(1);
    stopping = true;
    print(`Shutting down after ${signal}; a second signal stops immediately`);
    void started.then(closeAll).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Prints a problem that the operator can fix as one line, and an unexpected error with its stack. */
function fail(error: unknown): never {
  const isExpected =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
