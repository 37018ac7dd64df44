import type { ClaimedMessage, MailOutbox } from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { RecurringJob } from '../recurring-job';
import type { MailDelivery } from './mail-delivery';

/** Interval without due messages. Those that this process queued are claimed sooner. */
const IDLE_MS = 2_000;
/** A message is announced before its transaction ends. */
const COMMIT_MS = 100;
const RETRY_MS = 5_000;
/** After this many failures in a row, it is the server, and not single messages, that is unavailable. */
const FAILURES_OF_OUTAGE = 3;
/** How long messages in progress may take when the service stops. */
const STOP_MS = 5_000;

export interface MailWorkerPorts {
  readonly outbox: Pick<MailOutbox, 'claim'>;
  readonly delivery: Pick<MailDelivery, 'deliver' | 'stop'>;
}

interface MailWorkerOptions {
  /** The number of messages that are sent at the same time. */
  readonly connections: number;
  /** False if other processes send. */
  readonly isEnabled?: boolean;
}

/**
 * Sends due messages, several at the same time, until the service stops (mail.md 3). Claims only what it can send now, so
 * an urgent message is the next one, however many others wait. Several processes can run. If one ends without storing a
 * result, another sends the message again after `MAIL_LEASE_SECONDS`.
 */
export class MailWorker extends RecurringJob {
  private readonly connections: number;
  private readonly inProgress = new Set<Promise<void>>();
  /** How many messages may be in progress. Each success adds one, a failure leaves one. */
  private allowed = 1;
  /** Attempts in a row that failed because the server was unavailable. */
  private failures = 0;
  private hasChanged = false;
  private onChange: () => void = () => {};
  private announcement: NodeJS.Timeout | undefined;

  constructor(
    private readonly ports: MailWorkerPorts,
    private readonly clock: Clock,
    { connections, isEnabled = true }: MailWorkerOptions,
  ) {
    super({
      everyMs: IDLE_MS,
      idleMs: 30_000,
      firstMs: 0,
      retryMs: RETRY_MS,
      failure: 'Could not read the outbox',
      level: 'warn',
      isEnabled,
    });
    this.connections = connections;
  }

  /** Announces that this process queues a message. */
  announce(): void {
    this.runWithin(COMMIT_MS);
    // During a run.
    this.announcement ??= setTimeout(() => {
      this.announcement = undefined;
      this.change();
    }, COMMIT_MS).unref();
  }

  /** Waits for the messages in progress, and then cancels them. They are due again soon. */
  override async onModuleDestroy(): Promise<void> {
    const timer = setTimeout(() => this.ports.delivery.stop(), STOP_MS);
    await super.onModuleDestroy();
    await Promise.all(this.inProgress);
    clearTimeout(timer);
    clearTimeout(this.announcement);
    this.ports.delivery.stop();
  }

  /** Sends all due messages. In an outage of the server, tries one, and the others later. */
  protected async runOnce(): Promise<void> {
    const isOutage = () => this.failures >= FAILURES_OF_OUTAGE;
    for (let isFirst = true; ; isFirst = false) {
      this.hasChanged = false;
      if (!this.isStopping && (isFirst || !isOutage())) await this.claim();
      if (this.inProgress.size === 0) break;
      await this.nextChange();
    }
    this.everyMs = isOutage() ? RETRY_MS : IDLE_MS;
  }

  private async claim(): Promise<void> {
    const free = this.allowed - this.inProgress.size;
    if (free <= 0) return;
    const messages = await this.ports.outbox.claim(this.clock(), free);
    // Those that are not sent are due again after 5 seconds.
    if (messages.length > 0) this.recordWork();
    for (const message of messages) {
      const delivery = this.deliver(message).finally(() => {
        this.inProgress.delete(delivery);
        this.change();
      });
      this.inProgress.add(delivery);
    }
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const state = await this.ports.delivery.deliver(message);
    if (state === null) return;
    const isUnavailable = state === 'unavailable';
    this.failures = isUnavailable ? this.failures + 1 : 0;
    this.allowed = isUnavailable ? 1 : Math.min(this.connections, this.allowed + 1);
  }

  private change(): void {
    this.hasChanged = true;
    this.onChange();
  }

  /** Resolves when a message was sent or announced, or after a while, because other processes announce theirs elsewhere. */
  private async nextChange(): Promise<void> {
    if (this.hasChanged) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS).unref();
      this.onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
