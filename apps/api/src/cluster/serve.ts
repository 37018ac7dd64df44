import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../config';
import type { Database } from '../database';
import { createHttpApp, type HttpApp } from '../http-app';
import type { Metrics } from '../metrics/metrics';
import { StartError, type Closers } from '../run-process';
import { listenProblem } from '../startup/listen-problem';
import type { Tracing } from '../tracing/tracing';
import type { StopMode } from './messages';

/** Maximum time for requests in flight after the shutdown starts. */
const DRAIN_MS = 10_000;
const IDLE_MS = 100;
/** How long a process that is replaced waits for a last request on each open connection. */
const LAST_REQUEST_MS = 5_000;

/** What the application uses. */
export interface Opened {
  readonly dataSource: Database['dataSource'];
  readonly metrics: Metrics | null;
  readonly tracing: Tracing | null;
}

/** What can happen to the process while it serves requests. */
export interface Stopping {
  isStopping(): boolean;
  mode(): StopMode;
  /** Called before it waits for `SHUTDOWN_DELAY`. */
  onDelay(): void;
}

/** Serves requests until the closers are called. Returns before it listens if it was stopped. @throws StartError */
export async function serve(
  config: Config,
  { dataSource, metrics, tracing }: Opened,
  stopping: Stopping,
  closers: Closers,
): Promise<void> {
  const http = await createHttpApp(config, dataSource, metrics, tracing);
  closers.push(() => closeApp(http.app));
  if (stopping.isStopping()) return;
  await listen(http.app, config);
  closers.push(() => (stopping.mode() === 'replace' ? handOver(http) : drain(http, config, stopping)));
}

/** Calls Fastify directly, because NestJS would log the error. */
async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, config.HOST, 'PORT', config.PORT));
  });
}

/** Keeps serving requests, so that proxies can detect that this instance is not ready. */
async function drain(http: HttpApp, { SHUTDOWN_DELAY }: Config, stopping: Stopping): Promise<void> {
  http.drain();
  stopping.onDelay();
  await sleep(SHUTDOWN_DELAY * 1_000);
}

/**
 * Leaves new connections to other processes, and closes each open one after its next response. So a client gets no
 * error, unless it sends its next request at the moment when the wait ends.
 */
async function handOver(http: HttpApp): Promise<void> {
  http.drain({ isReady: true });
  const server = http.app.getHttpServer() as Server;
  const closed = once(server, 'close');
  // That of http.Server would close idle connections immediately.
  NetServer.prototype.close.call(server);
  const timeout = new AbortController();
  await Promise.race([closed, sleep(LAST_REQUEST_MS, undefined, { signal: timeout.signal })]);
  timeout.abort();
}

/** Stops accepting requests and completes those in flight. After `DRAIN_MS`, closes all connections. */
async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const forceTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // A response that started before the shutdown leaves its connection open, but no more requests are accepted.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(forceTimer);
}
