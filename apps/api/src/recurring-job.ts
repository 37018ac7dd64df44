import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FIRST_MS = 10_000;

/**
 * Work beside the requests: shortly after the start, and again and again until the service stops. The time between is
 * counted from the end of a run, so that there is one at a time. It keeps no process alive.
 */
export abstract class RecurringJob implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  protected constructor(private readonly everyMs: number) {}

  /** Never fails: what is left over now is done the next time. Ends soon once `isStopping`. */
  abstract run(): Promise<void>;

  onApplicationBootstrap(): void {
    this.runIn(FIRST_MS);
  }

  /** What is under way ends while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private runIn(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run().then(() => {
        if (!this.isStopping) this.runIn(this.everyMs);
      });
    }, milliseconds).unref();
  }
}
