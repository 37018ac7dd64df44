import {
  mailOutcome,
  type ClaimedMessage,
  type MailComposer,
  type MailOutbox,
  type MailOutcome,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { onceAMinute } from '../once-a-minute';
import { RecurringJob } from '../recurring-job';
import type { MailSender, SendResult } from './mail-sender';
import { renderMail } from './mail.template';

/** Interval without due messages. Those that this process queued are claimed sooner. */
const IDLE_MS = 2_000;
/** A message is announced before its transaction ends. */
const COMMIT_MS = 100;
const RETRY_MS = 5_000;
/** After this many failures in a row, it is the server, and not single messages, that is unavailable. */
const FAILURES_OF_OUTAGE = 3;
/** How long the message in progress may take when the service stops. */
const STOP_MS = 5_000;

export interface MailWorkerPorts {
  readonly outbox: Pick<MailOutbox, 'claim' | 'record'>;
  readonly composer: Pick<MailComposer, 'open'>;
  readonly sender: MailSender;
}

/**
 * Sends due messages, one after the other, until the service stops (mail.md 3). Several processes can run. If one ends
 * without storing a result, another sends the message again after `MAIL_LEASE_SECONDS`.
 */
export class MailWorker extends RecurringJob {
  private readonly warn = onceAMinute((message: string) => this.logger.warn(message));
  /** Attempts in a row that failed because the server was unavailable. */
  private failures = 0;

  constructor(
    private readonly ports: MailWorkerPorts,
    private readonly publicUrl: string,
    private readonly clock: Clock,
    /** False if other processes send. */
    isEnabled = true,
  ) {
    super({
      everyMs: IDLE_MS,
      firstMs: 0,
      retryMs: RETRY_MS,
      failure: 'Could not read the outbox',
      level: 'warn',
      isEnabled,
    });
  }

  /** Announces that this process queues a message. */
  announce(): void {
    this.runWithin(COMMIT_MS);
  }

  /** Waits for the message in progress, and then cancels it. It is due again soon. */
  override async onModuleDestroy(): Promise<void> {
    const timer = setTimeout(() => this.ports.sender.close(), STOP_MS);
    await super.onModuleDestroy();
    clearTimeout(timer);
    this.ports.sender.close();
  }

  /** Sends all due messages. In an outage of the server, tries one, and the others later. */
  protected async runOnce(): Promise<void> {
    const isOutage = () => this.failures >= FAILURES_OF_OUTAGE;
    await this.repeat(async () => (await this.sendNext()) && !isOutage());
    this.everyMs = isOutage() ? RETRY_MS : IDLE_MS;
  }

  /** Sends the next due message. Returns false if there is none. */
  async sendNext(): Promise<boolean> {
    const message = await this.ports.outbox.claim(this.clock());
    if (!message) return false;
    await this.store(message, await this.attempt(message));
    return true;
  }

  private async attempt(message: ClaimedMessage): Promise<MailOutcome> {
    if (message.expiresAt <= this.clock()) return { status: 'expired', reason: 'expired' };
    let content;
    try {
      content = renderMail(this.ports.composer.open(message), this.publicUrl, message.accountId);
    } catch (error) {
      this.logger.error(`Could not read the message ${message.id}: ${(error as Error).message}`);
      return { status: 'failed', reason: 'unreadable' };
    }
    const result = await this.ports.sender.send(message.id, content);
    this.failures = result.state === 'unavailable' ? this.failures + 1 : 0;
    const outcome = mailOutcome(message, result, this.clock());
    this.log(message, outcome, result.state);
    return outcome;
  }

  /** Without email addresses, which the response of the server can contain. */
  private log({ id, kind }: ClaimedMessage, outcome: MailOutcome, state: SendResult['state']): void {
    if (outcome.status === 'pending') {
      const problem = state === 'deferred' ? 'does not accept a message yet' : 'is unavailable';
      this.warn(`The mail server ${problem} (${outcome.reason}); retrying at ${outcome.dueAt.toISOString()}`);
    } else if (outcome.status !== 'sent')
      this.logger.error(`Dropped the message ${id} (${kind}): ${outcome.reason}`);
  }

  /** Tries until it succeeds, because the message would be sent twice. */
  private async store(message: ClaimedMessage, outcome: MailOutcome): Promise<void> {
    for (;;) {
      try {
        return await this.ports.outbox.record(message, outcome, this.clock());
      } catch (error) {
        this.report(error, 'Could not store that a message was sent');
        if (this.isStopping) return;
        await new Promise((resolve) => setTimeout(resolve, COMMIT_MS).unref());
      }
    }
  }
}
