import 'reflect-metadata';
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { portWarning } from './startup/blocked-port';
import { describeVariables, secretNames, type Config } from './config';
import { openDatabase } from './database';
import {
  configOfProcess,
  hasTerminal,
  ignoreHangup,
  openMetrics,
  openTracing,
  print,
  printDelay,
  printTracing,
  runProcess,
  type Closers,
} from './run-process';

// If a few pages of items survive a garbage collection, V8 allocates all later items in the old generation. In most
// starts, a list of 150 µs then spent 30 to 50 µs of them on collections instead of 10 (--trace-pretenuring,
// --trace-gc).
setFlagsFromString('--no-allocation-site-pretenuring');

if (process.argv.includes('--help') || process.argv.includes('-h')) help();
else if (cluster.isWorker) (await import('./cluster/child')).runChild(process.env);
else runProcess('Feedback service', start);

async function start(closers: Closers, isStopping: () => boolean): Promise<void> {
  const config = configOfProcess(process.env);
  if (config.WORKERS === 1) await startHere(config, closers, isStopping);
  else {
    const { startProcesses } = await import('./cluster/main-process');
    const { programPath } = await import('./cluster/program-path');
    const program = programPath(process.argv[1], fileURLToPath(import.meta.url));
    await startProcesses(config, program, closers, isStopping);
  }
  if (!isStopping()) printReady(config);
}

/** Serves requests in this process. */
async function startHere(config: Config, closers: Closers, isStopping: () => boolean): Promise<void> {
  ignoreHangup();
  const { dataSource, close } = await openDatabase(config, { log: print, isService: true });
  closers.push(close);
  const metrics = await openMetrics(config, closers);
  const tracing = await openTracing(config, closers);
  printTracing(config);
  const { serve } = await import('./cluster/serve');
  const stopping = { isStopping, mode: () => 'shutdown' as const, onDelay: () => printDelay(config) };
  await serve(config, { dataSource, metrics, tracing }, stopping, closers);
}

function printReady(config: Config): void {
  print(`Feedback service is ready at ${config.PUBLIC_URL}`);
  print(`  Dashboard      ${config.PUBLIC_URL}/app`);
  print(`  REST API       ${config.PUBLIC_URL}/api/v1/feedback`);
  print(`  API reference  ${config.PUBLIC_URL}/docs`);
  const restart = hasTerminal() ? '' : `; to restart them: kill -HUP ${process.pid}`;
  if (config.WORKERS > 1) print(`  Processes      ${config.WORKERS}${restart}`);
  const warning = portWarning(config.PUBLIC_URL);
  if (warning) process.stderr.write(`${warning}\n`);
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
