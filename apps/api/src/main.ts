import 'reflect-metadata';
import { ConfigError, describeVariables, readConfig, type Config } from './config';
import { DatabaseError, openDatabase } from './database';
import { createHttpApp } from './http/http-app';

/** How long requests in flight may take once the service was told to stop. */
const DRAIN_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Why it cannot listen, in one line that names the variable. */
class StartError extends Error {}

if (process.argv.includes('--help') || process.argv.includes('-h')) help();
else await start();

async function start(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const database = await openDatabase(config, { log: say });
    const { app } = await createHttpApp(config, database.dataSource);
    const stop = async () => {
      await app.close();
      await database.close();
    };
    try {
      await app.listen({ host: config.HOST, port: config.PORT });
    } catch (error) {
      await stop();
      throw new StartError(listenProblem(error as NodeJS.ErrnoException, config));
    }
    stopOnSignals(stop);
    say(`Feedback service is ready at ${config.PUBLIC_URL}`);
    say(`  REST API   ${config.PUBLIC_URL}/api/v1/feedback`);
    say(`  Document   ${config.PUBLIC_URL}/docs/openapi.json`);
    say('  First key  npm run -s operator -- help');
  } catch (error) {
    fail(error);
  }
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

/** Drain, close, leave with 0; a second signal does not wait. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
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
