import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { fastify } from 'fastify';
import { createWorker } from './composition/service';
import { openDatabase } from './database';
import { loggerOptions, NestLogger } from './http/logging';
import {
  configOfProcess,
  ignoreHangup,
  openMetrics,
  openTracing,
  print,
  printTracing,
  runProcess,
} from './run-process';
import { NO_OBSERVER } from './metrics/observer';
import { SharedModule } from './shared.module';

/** Delivers webhooks and sends mail in a process of its own, for API processes with `WORKER=off`. */
runProcess('Feedback worker', async (closers) => {
  const config = { ...configOfProcess(process.env), WORKER: 'on' } as const;
  ignoreHangup();
  const database = await openDatabase(config, { log: print, isService: true });
  closers.push(() => database.close());
  const metrics = await openMetrics(config, closers);
  const tracing = await openTracing(config, closers);
  printTracing(config);
  const options = loggerOptions(config.LOG_LEVEL, tracing?.logMembers);
  const logger = new NestLogger(fastify({ logger: options }).log);
  Logger.overrideLogger(logger);
  const { dataSource } = database;
  const contexts = Object.values(await createWorker(config, { db: dataSource, metrics, tracing }));
  const module = SharedModule.with({ config, dataSource, observer: metrics ?? NO_OBSERVER, contexts });
  const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
  closers.push(() => app.close());
  // Timers of jobs don't keep the process alive.
  const keepAlive = setInterval(() => {}, 2 ** 30);
  closers.push(async () => clearInterval(keepAlive));
  print('Feedback worker is ready');
});
