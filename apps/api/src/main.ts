import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { portWarning } from './blocked-port';
import { ConfigError, describeVariables, readConfig, type Config } from './config';
import { DatabaseError, openDatabase } from './database';
import { createHttpApp, type HttpApp } from './http-app';
import { unknownVariables } from './unknown-variables';

// Where V8 has once seen a few pages outlive a collection, it goes on to make every item in the old generation: in most
// starts a list then spent 30 to 50 µs of its 150 on collecting garbage instead of 10 (--trace-pretenuring, --trace-gc).
setFlagsFromString('--no-allocation-site-pretenuring');

/** How long requests in flight may take once the service was told to stop. */
const DRAIN_MS = 10_000;
const IDLE_MS = 100;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Why it cannot listen, in one line that names the variable. */
class StartError extends Error {}

if (process.argv.includes('--help') || process.argv.includes('-h')) help();
else run();

/** Starts, and stops on a signal, whenever it comes: also one that comes while it still starts is obeyed in order. */
function run(): void {
  const opened: Opened = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  let stopping = false;
  const started = start(opened, () => stopping);
  started.catch((error) => closeAll().finally(() => fail(error)));
  const onSignal = (signal: NodeJS.Signals): void => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    say(`Shutting down after ${signal}; a second signal stops at once`);
    void started.then(closeAll).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** How to close again what was opened, in the order it was opened. */
type Opened = (() => Promise<void>)[];

async function start(opened: Opened, isStopping: () => boolean): Promise<void> {
  const config = readConfig(process.env);
  const names = describeVariables().map(({ name }) => name);
  for (const line of unknownVariables(process.env, names)) process.stderr.write(`Warning: ${line}\n`);
  const database = await openDatabase(config, { log: say });
  opened.push(() => database.close());
  const http = await createHttpApp(config, database.dataSource);
  opened.push(() => closed(http.app));
  if (isStopping()) return;
  await listen(http.app, config);
  opened.push(() => drained(http, config));
  say(`Feedback service is ready at ${config.PUBLIC_URL}`);
  say(`  Dashboard  ${config.PUBLIC_URL}/app`);
  say(`  REST API   ${config.PUBLIC_URL}/api/v1/feedback`);
  say(`  Document   ${config.PUBLIC_URL}/docs`);
  const warning = portWarning(config.PUBLIC_URL);
  if (warning) process.stderr.write(`${warning}\n`);
}

/** By Fastify: NestJS would log the error that is thrown here. */
async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenProblem(error, config));
  });
}

/** Still serves requests, until every proxy has seen that this instance is not ready. */
async function drained(http: HttpApp, { SHUTDOWN_DELAY }: Config): Promise<void> {
  http.drain();
  if (SHUTDOWN_DELAY === 0) return;
  say(`Serving requests for ${SHUTDOWN_DELAY} more seconds; /readyz returns 503`);
  await sleep(SHUTDOWN_DELAY * 1_000);
}

/** Takes no more requests and answers those in flight; who is still not done after a while is cut off. */
async function closed(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // An answer that had begun before keeps its connection open for the next request, which is not taken any more.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(patience);
}

/** What an operator can mend is one line each; anything else is a bug and shows where it happened. */
function fail(error: unknown): never {
  const foreseen =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError;
  process.stderr.write(`${foreseen ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}

function listenProblem({ code, message }: NodeJS.ErrnoException, { HOST, PORT }: Config): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${PORT} is already in use on ${HOST}: stop what uses it, or choose another port, as in PORT=${PORT + 1}`;
    case 'EACCES':
      return `PORT ${PORT} may not be opened by this user: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${HOST} is not an address of this machine`;
    default:
      return `HOST ${HOST}, PORT ${PORT}: ${message}`;
  }
}

function help(): void {
  say(
    'npm start                   runs the service; everything is an environment variable with a default:\n',
  );
  for (const { name, fallback, meaning } of describeVariables()) {
    say(`  ${name.padEnd(26)}${meaning}${fallback === '' ? '' : ` [${fallback}]`}`);
  }
  say('\nnpm run operator -- help    accounts and API keys');
}
