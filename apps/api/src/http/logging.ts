import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { masked } from '@libs/kernel';
import type { Config } from '../config';

/** pino, as Fastify brings it: no header, no query string, no key in any line. */
export function loggerOptions(level: Config['LOG_LEVEL']) {
  return {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializedError },
    hooks: { streamWrite: masked },
  };
}

/** Driver errors carry the row in `detail` and the statement's values in `parameters`: neither is for a log. */
function serializedError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, severity, constraint } = error as Error & Record<string, unknown>;
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, severity, constraint };
}

/** NestJS's own lines, warnings and worse, through the same logger. */
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

/** One line a request, without its query: a parameter may hold what is nobody's business. */
export function addAccessLog(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, url, id } = request;
    const path = url.split('?', 1)[0];
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug(
      { id, method, path, status: reply.statusCode, ms, key: request.caller?.keyId },
      'answered',
    );
    done();
  });
}
