import cluster from 'node:cluster';
import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { masked } from '@libs/kernel';
import type { Config } from '../config';

/**
 * Options of Fastify's logger, pino. Lines contain no headers, query strings, or keys. With several processes, they
 * contain the ID of the process.
 * @param mixin returns additional members of each line
 */
export function loggerOptions(level: Config['LOG_LEVEL'], mixin?: () => object) {
  return {
    level,
    ...(mixin && { mixin }),
    base: cluster.isWorker ? { pid: process.pid } : undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializedError },
    hooks: { streamWrite: masked },
  };
}

/** Omits `detail` and `parameters` of driver errors, which contain rows and statement values. */
function serializedError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, severity, constraint } = error as Error & Record<string, unknown>;
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, severity, constraint };
}

/** Writes the log lines of NestJS to the same logger. Its `log` level becomes debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
}
