import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  mailOutcome,
  type ClaimedMessage,
  type MailComposer,
  type MailOutbox,
  type MailOutcome,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { onceAMinute } from '../once-a-minute';
import type { MailNudge } from './mail-nudge';
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
  readonly nudge: MailNudge;
}

/**
 * Sends due messages, one after the other, until the service stops (mail.md 3). Several processes can run. If one ends
 * without storing a result, another sends the message again after `MAIL_LEASE_SECONDS`.
 */
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(MailWorker.name);
  private readonly warn = onceAMinute((message: string) => this.logger.warn(message));
  private isStopping = false;
  private isDue = false;
  /** Attempts in a row that failed because the server was unavailable. */
  private failures = 0;
  private endPause = (): void => {};
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: MailWorkerPorts,
    private readonly publicUrl: string,
    private readonly clock: Clock,
    /** False if other processes send. */
    private readonly isEnabled = true,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.isEnabled) return;
    this.ports.nudge.listen(() => {
      this.isDue = true;
      this.endPause();
    });
    this.running = this.run();
  }

  /** Waits for the message in progress, and then cancels it. It is due again soon. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.endPause();
    const timer = setTimeout(() => this.ports.sender.close(), STOP_MS);
    await this.running;
    clearTimeout(timer);
    this.ports.sender.close();
  }

  /** Sends the next due message. Returns false if there is none. */
  async sendNext(): Promise<boolean> {
    const message = await this.ports.outbox.claim(this.clock());
    if (!message) return false;
    await this.store(message, await this.attempt(message));
    return true;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (!(await this.sendNext())) await this.untilDue();
        else if (this.failures >= FAILURES_OF_OUTAGE) await this.pause(RETRY_MS);
      } catch (error) {
        this.warn(`Could not read the outbox: ${(error as Error).message}`);
        await this.pause(RETRY_MS);
      }
    }
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
    this.report(message, outcome, result.state);
    return outcome;
  }

  /** Without email addresses, which the response of the server can contain. */
  private report({ id, kind }: ClaimedMessage, outcome: MailOutcome, state: SendResult['state']): void {
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
        this.warn(`Could not store that a message was sent: ${(error as Error).message}`);
        if (this.isStopping) return;
        await this.pause(COMMIT_MS);
      }
    }
  }

  private async untilDue(): Promise<void> {
    if (!this.isDue) await this.pause(IDLE_MS);
    const wasAnnounced = this.isDue;
    this.isDue = false;
    if (wasAnnounced) await this.pause(COMMIT_MS);
  }

  /** Ends early if the service stops. */
  private async pause(milliseconds: number): Promise<void> {
    if (this.isStopping) return;
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      setTimeout(resolve, milliseconds).unref();
    });
  }
}
