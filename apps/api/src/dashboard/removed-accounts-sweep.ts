import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AccountUseCases, RemovedAccount } from '@libs/accounts';
import type { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import type { Clock } from '@libs/kernel';

const FIRST_MS = 10_000;
const EVERY_MS = 120_000;

/** Longer than anything begun in an account's name can take: an import has ten minutes. */
const REMEMBERED_MS = 3_600_000;

/**
 * Removes again what removed accounts left: an import or a request to another instance may have written in the name
 * of one after its items were removed, or the removal broke off before its end. Several instances may do so at once.
 */
export class RemovedAccountsSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RemovedAccountsSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly accounts: Pick<AccountUseCases, 'listRemoved' | 'forgetRemoved'>,
    private readonly feedback: Pick<FeedbackUseCases, 'removeAll'>,
    private readonly quarantine: Pick<QuarantineUseCases, 'removeAll'>,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.runIn(FIRST_MS);
  }

  /** The account that is under way is done with while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Never fails: what is left over now is removed the next time. */
  async run(): Promise<void> {
    try {
      for (const removed of await this.accounts.listRemoved()) {
        if (this.isStopping) return;
        await this.sweep(removed);
      }
    } catch (error) {
      this.logger.error(
        'Removed accounts could not be read; the next try is in two minutes',
        (error as Error).stack,
      );
    }
  }

  /** One whose items resist keeps nobody from removing those of the others. */
  private async sweep({ accountId, removedAt }: RemovedAccount): Promise<void> {
    const isOver = this.clock().getTime() - removedAt.getTime() >= REMEMBERED_MS;
    try {
      await this.feedback.removeAll(accountId);
      await this.quarantine.removeAll(accountId);
      if (isOver) await this.accounts.forgetRemoved(accountId);
    } catch (error) {
      this.logger.error(
        'What a removed account left could not be removed; the next try is in two minutes',
        (error as Error).stack,
      );
    }
  }

  /** No reason to keep a process alive; counted from the end of a run, so that there is one at a time. */
  private runIn(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run().then(() => {
        if (!this.isStopping) this.runIn(EVERY_MS);
      });
    }, milliseconds).unref();
  }
}
