import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FIRST_MS = 10_000;

/** The message of an error, or its code: if a host has several addresses, the error of a connection has no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

/**
 * Background work that runs shortly after the start, and then repeatedly until the service stops. The interval starts
 * at the end of a run, so runs don't overlap. The timer doesn't keep the process alive.
 */
export abstract class RecurringJob implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  /** When the next run starts. During a run, the latest time of the one after it. */
  private dueAt = Infinity;
  private running: Promise<void> = Promise.resolve();

  /** @param everyMs interval, which a run can change */
  protected constructor(
    protected everyMs: number,
    private readonly firstMs = FIRST_MS,
  ) {}

  /** Must not reject: remaining work is left to the next run. Must return soon after `isStopping` is set. */
  abstract run(): Promise<void>;

  onApplicationBootstrap(): void {
    this.schedule(this.firstMs);
  }

  /** Waits for the current run, which needs the database. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Logs a failure in one line, and its stack only at level debug: in an outage, all jobs fail for the same reason. */
  protected logFailure(failure: string, error: unknown): void {
    this.logger.error(`${failure}: ${reasonOf(error)}`);
    this.logger.log((error as Error).stack);
  }

  /** Starts the next run within this time, unless it is due earlier. If a run is in progress, another one follows. */
  protected runWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (at >= this.dueAt || this.isStopping) return;
    this.dueAt = at;
    if (this.timer) this.schedule(milliseconds);
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.dueAt = performance.now() + milliseconds;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.dueAt = Infinity;
      this.running = this.run().then(() => {
        if (this.isStopping) return;
        this.schedule(Math.min(this.everyMs, Math.max(0, this.dueAt - performance.now())));
      });
    }, milliseconds).unref();
  }
}
