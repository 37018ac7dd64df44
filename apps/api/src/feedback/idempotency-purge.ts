import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { IdempotencyUseCases } from '@libs/feedback';

const FIRST_MS = 10_000;
const EVERY_MS = 3_600_000;

/** Forgets, every hour and shortly after the start, the requests whose time is over (API.md 3.4). */
export class IdempotencyPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IdempotencyPurge.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly requests: Pick<IdempotencyUseCases, 'purge'>) {}

  onApplicationBootstrap(): void {
    this.runIn(FIRST_MS);
  }

  /** What is under way ends while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Never fails: what is left over now is forgotten the next time. */
  async run(): Promise<void> {
    try {
      const count = await this.requests.purge();
      if (count) this.logger.log(`Forgot ${count} idempotency keys whose time was over`);
    } catch (error) {
      this.logger.error(
        'Idempotency keys could not be purged; the next try is in an hour',
        (error as Error).stack,
      );
    }
  }

  /** No reason to keep a process alive. */
  private runIn(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.runIn(EVERY_MS);
      this.running = this.run();
    }, milliseconds).unref();
  }
}
