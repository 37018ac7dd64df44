import {
  MAIL_LEASE_SECONDS,
  mailOutcome,
  type ClaimedMessage,
  type MailComposer,
  type MailOutbox,
  type MailOutcome,
  type MailSuppressions,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { Logger } from '@nestjs/common';
import { onceAMinute } from '../once-a-minute';
import { reasonOf } from '../reason-of';
import { InOrder } from './in-order';
import type { MailSender, SendResult } from './mail-sender';
import { renderMail, type RenderedMail } from './mail.template';
import { SEND_MS } from './smtp-limits';

/** How long a claimed message can wait, so that its attempt ends before another process claims it. */
const START_MS = MAIL_LEASE_SECONDS * 1000 - SEND_MS - 5_000;
const RECORD_AGAIN_MS = 100;

export interface MailDeliveryPorts {
  readonly outbox: Pick<MailOutbox, 'isClaimed' | 'record'>;
  readonly composer: Pick<MailComposer, 'open'>;
  readonly sender: MailSender;
  readonly suppressions: Pick<MailSuppressions, 'mayStillSend' | 'suppress'>;
}

/** Sends a claimed message, and stores the result at once, because a message without one is sent again (mail.md 3). */
export class MailDelivery {
  private readonly logger = new Logger('MailWorker');
  private readonly warn = onceAMinute((message: string) => this.logger.warn(message));
  private readonly inOrder = new InOrder();
  private isStopping = false;

  constructor(
    private readonly ports: MailDeliveryPorts,
    private readonly publicUrl: string,
    private readonly clock: Clock,
  ) {}

  /** Gives up storing results, and cancels what is being sent. It is due again soon. */
  stop(): void {
    this.isStopping = true;
    this.ports.sender.close();
  }

  /**
   * Messages to the same address are sent in the order of the calls. Doesn't reject.
   * @returns how the mail server responded; null if it was not asked
   */
  async deliver(message: ClaimedMessage): Promise<SendResult['state'] | null> {
    const startBy = this.clock().getTime() + START_MS;
    if (message.expiresAt <= this.clock()) return this.drop(message, 'expired', 'expired');
    const content = this.read(message);
    if (!content) return this.drop(message, 'failed', 'unreadable');
    try {
      return await this.inOrder.run(content.to.toLowerCase(), () => this.attempt(message, content, startBy));
    } catch (error) {
      // The message is due again when its claim ends.
      this.warn(`Could not send the message ${message.id}: ${reasonOf(error)}`);
      return null;
    }
  }

  private async attempt(
    message: ClaimedMessage,
    content: RenderedMail,
    startBy: number,
  ): Promise<SendResult['state'] | null> {
    const maySend = await this.ports.suppressions.mayStillSend(message, content.to);
    if (!maySend) return this.drop(message, 'failed', 'suppressed');
    // Its recipient may have turned messages off since the claim.
    if (!(await this.ports.outbox.isClaimed(message))) return null;
    if (this.clock().getTime() > startBy) return null;
    const result = await this.ports.sender.send(message.id, content);
    const outcome = mailOutcome(message, result, this.clock());
    await this.store(message, outcome);
    if (result.state === 'rejected' && result.isUnknownRecipient)
      await this.suppress(message, content.to, result.reason);
    this.log(message, outcome, result.state);
    return result.state;
  }

  /** If it fails, the next message to the address is rejected, too. */
  private async suppress(message: ClaimedMessage, to: string, reason: string): Promise<void> {
    try {
      await this.ports.suppressions.suppress(message, to, reason);
    } catch (error) {
      this.warn(`Could not store that a recipient does not exist: ${reasonOf(error)}`);
    }
  }

  private async drop(message: ClaimedMessage, status: 'failed' | 'expired', reason: string): Promise<null> {
    await this.store(message, { status, reason });
    return null;
  }

  private read(message: ClaimedMessage): RenderedMail | null {
    try {
      return renderMail(this.ports.composer.open(message), this.publicUrl, message.accountId);
    } catch (error) {
      this.logger.error(`Could not read the message ${message.id}: ${(error as Error).message}`);
      return null;
    }
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
        this.warn(`Could not store that a message was sent: ${reasonOf(error)}`);
        if (this.isStopping) return;
        await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS).unref());
      }
    }
  }
}
