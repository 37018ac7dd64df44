import type { Clock } from '@libs/kernel';
import type { ClaimedMessage } from './delivery';
import type { MailKind } from './mail';

/** An address that an account no longer sends messages to (mail.md 9). */
export interface Suppression {
  /** A keyed MAC of the account and the address. */
  readonly digest: string;
  readonly at: Date;
  /** The response code of the mail server, such as `550`. */
  readonly reason: string;
}

export interface SuppressionRepository {
  /** Keeps the first one of a digest. No effect if the account does not exist. */
  add(accountId: string, suppression: Suppression): Promise<void>;
  has(accountId: string, digest: string): Promise<boolean>;
  /** Whether the account is not suspended, and one of its owners has confirmed an email address. */
  maySendOutside(accountId: string): Promise<boolean>;
}

/** Limits how many messages all accounts together send to one address in an hour (mail.md 9). */
export interface RecipientLimit {
  /** @param digest a keyed MAC of the address. Counts the message if it is within the limit of its kind */
  count(digest: string, kind: MailKind): Promise<boolean>;
}

/** Kinds of messages that accounts send to people outside of their team. */
export const OUTSIDE_KINDS: ReadonlySet<MailKind> = new Set<MailKind>([
  'receipt',
  'follow_link',
  'vote_confirmation',
  'status_update',
  'changelog_confirmation',
  'changelog_entry',
]);

type About = Pick<ClaimedMessage, 'accountId' | 'kind' | 'attempt'>;

/** Decides at the time of sending whether a message may still be sent to its recipient. */
export class MailSuppressions {
  constructor(
    private readonly stored: SuppressionRepository,
    private readonly recipients: RecipientLimit,
    private readonly macOf: (text: string) => string,
    private readonly clock: Clock,
    private readonly kinds: ReadonlySet<MailKind> = OUTSIDE_KINDS,
  ) {}

  /** Members always get their messages, which are about their own account and its security. */
  async mayStillSend({ accountId, kind, attempt }: About, to: string): Promise<boolean> {
    if (accountId === null || !this.kinds.has(kind)) return true;
    if (!(await this.stored.maySendOutside(accountId))) return false;
    if (await this.stored.has(accountId, this.digestOf(accountId, to))) return false;
    // Repeated attempts are one message.
    return attempt > 1 || this.recipients.count(this.macOf(`recipient ${to.toLowerCase()}`), kind);
  }

  /** Called when the mail server says that there is no such recipient. */
  async suppress({ accountId, kind }: Omit<About, 'attempt'>, to: string, reason: string): Promise<void> {
    if (accountId === null || !this.kinds.has(kind)) return;
    const digest = this.digestOf(accountId, to);
    await this.stored.add(accountId, { digest, at: this.clock(), reason });
  }

  /** With the account, so that the lists of two accounts cannot be compared. */
  private digestOf(accountId: string, address: string): string {
    return this.macOf(`mail ${accountId} ${address.toLowerCase()}`);
  }
}
