import type { FastifyBaseLogger } from 'fastify';

const PERIOD_MS = 1_000;

/**
 * Logs failures of an outage: at most one line per second and cause, without a stack. A line after the first one counts
 * the requests that failed since the line before it.
 */
export class OutageLog {
  /** Failures since the last line, by cause. A cause is absent if its last line is older than a second. */
  private readonly failures = new Map<string, number>();

  constructor(private readonly log: Pick<FastifyBaseLogger, 'error'>) {}

  record(id: string, error: Error): void {
    const { code, message } = error as NodeJS.ErrnoException;
    const cause = code ?? message;
    const failures = this.failures.get(cause);
    if (failures !== undefined) return void this.failures.set(cause, failures + 1);
    this.log.error({ id, cause }, `Request failed: ${message || cause}`);
    this.startPeriod(cause);
  }

  private startPeriod(cause: string): void {
    this.failures.set(cause, 0);
    setTimeout(() => this.summarize(cause), PERIOD_MS).unref();
  }

  private summarize(cause: string): void {
    const failed = this.failures.get(cause)!;
    if (failed === 0) return void this.failures.delete(cause);
    this.log.error({ cause, failed }, 'More requests failed for the same cause');
    this.startPeriod(cause);
  }
}

const logs = new WeakMap<FastifyBaseLogger, OutageLog>();

/** Returns the outage log of a logger. All surfaces share it. */
export function outageLogOf(log: FastifyBaseLogger): OutageLog {
  const existing = logs.get(log);
  if (existing) return existing;
  const created = new OutageLog(log);
  logs.set(log, created);
  return created;
}
