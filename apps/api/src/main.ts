import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { portWarning } from './startup/blocked-port';
import { describeVariables, secretNames, type Config } from './config';
import { listenProblem } from './startup/listen-problem';
import { openDatabase } from './database';
import { createHttpApp, type HttpApp } from './http-app';
import {
  configOfProcess,
  openMetrics,
  openTracing,
  print,
  runProcess,
  StartError,
  type Closers,
} from './run-process';

// If a few pages of items survive a garbage collection, V8 allocates all later items in the old generation. In most
// starts, a list of 150 µs then spent 30 to 50 µs of them on collections instead of 10 (--trace-pretenuring,
// --trace-gc).
setFlagsFromString('--no-allocation-site-pretenuring');

/** Maximum time for requests in flight after the shutdown starts. */
const DRAIN_MS = 10_000;
const IDLE_MS = 100;

if (process.argv.includes('--help') || process.argv.includes('-h')) help();
else runProcess('Feedback service', start);

async function start(closers: Closers, isStopping: () => boolean): Promise<void> {
  const config = configOfProcess(process.env);
  const database = await openDatabase(config, { log: print });
  closers.push(() => database.close());
  const metrics = await openMetrics(config, closers);
  const tracing = await openTracing(config, closers);
  const http = await createHttpApp(config, database.dataSource, metrics, tracing);
  closers.push(() => closeApp(http.app));
  if (isStopping()) return;
  await listen(http.app, config);
  closers.push(() => drainRequests(http, config));
  print(`Feedback service is ready at ${config.PUBLIC_URL}`);
  print(`  Dashboard      ${config.PUBLIC_URL}/app`);
  print(`  REST API       ${config.PUBLIC_URL}/api/v1/feedback`);
  print(`  API reference  ${config.PUBLIC_URL}/docs`);
  const warning = portWarning(config.PUBLIC_URL);
  if (warning) process.stderr.write(`${warning}\n`);
}

/** Calls Fastify directly, because NestJS would log the error. */
async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, config.HOST, 'PORT', config.PORT));
  });
}

/** Keeps serving requests, so that proxies can detect that this instance is not ready. */
async function drainRequests(http: HttpApp, { SHUTDOWN_DELAY }: Config): Promise<void> {
  http.drain();
  if (SHUTDOWN_DELAY === 0) return;
  const noun = SHUTDOWN_DELAY === 1 ? 'second' : 'seconds';
  print(`Serving requests for ${SHUTDOWN_DELAY} more ${noun}; /readyz returns 503`);
  await sleep(SHUTDOWN_DELAY * 1_000);
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

function help(): void {
  print(
    'npm start                   runs the service. All settings are environment variables with defaults:\n',
  );
  const variables = describeVariables();
  const width = 2 + Math.max(...variables.map(({ name }) => name.length));
  for (const { name, fallback, description } of variables) {
    print(`  ${name.padEnd(width)}${description}${fallback === '' ? '' : ` [${fallback}]`}`);
  }
  print(
    '\nA secret can be in a file: with DATABASE_URL_FILE=/run/secrets/url, DATABASE_URL is read from there.',
  );
  print(`This works for ${secretNames().join(', ')}.`);
  print('\nnpm run operator -- help    lists the commands for accounts and API keys');
}
