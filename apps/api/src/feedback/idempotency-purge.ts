import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { IdempotencyUseCases } from '@libs/feedback';

const FIRST_MS = 10_000;
const EVERY_MS = 3_600_000;

/** Forgets, every hour and shortly after the start, the requests whose time is over (API.md 3.4). */
export class IdempotencyPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IdempotencyPurge.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(private readonly requests: Pick<IdempotencyUseCases, 'purge'>) {}

  onApplicationBootstrap(): void {
    this.runIn(FIRST_MS);
  }

  /** The stretch that is under way ends while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Never fails: what is left over now is forgotten the next time. */
  async run(): Promise<void> {
    let total = 0;
    try {
      for (let count = -1; count !== 0 && !this.isStopping; total += count)
        count = await this.requests.purge();
    } catch (error) {
      this.logger.error(
        'Idempotency keys could not be purged; the next try is in an hour',
        (error as Error).stack,
      );
    }
    if (total > 0) this.logger.log(`Forgot ${total} idempotency keys whose time was over`);
  }

  /** No reason to keep a process alive. */
  private runIn(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.runIn(EVERY_MS);
      this.running = this.run();
    }, milliseconds).unref();
  }
}
