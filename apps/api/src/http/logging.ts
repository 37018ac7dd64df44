import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger, FastifyLoggerOptions } from 'fastify';
import type { Config } from '../config';

/** Anything shaped like the beginning of a key, wherever in a line it stands (API.md 4.1). */
const KEY_SHAPED = /fb_(live|test)_[0-9A-Za-z]{4,}/g;

export const masked = (line: string): string => line.replace(KEY_SHAPED, 'fb_$1_…');

/** pino, as Fastify brings it: no header, no query string, no key in any line. */
export function loggerOptions(level: Config['LOG_LEVEL']) {
  return {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializedError },
    hooks: { streamWrite: masked },
  } as FastifyLoggerOptions & { level: Config['LOG_LEVEL'] };
}

/** Driver errors carry the row in `detail` and the statement's values in `parameters`: neither is for a log. */
function serializedError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, severity, constraint } = error as Error & Record<string, unknown>;
  return { type: error.name, message: error.message, code, severity, constraint, stack: error.stack };
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
