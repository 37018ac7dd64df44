import type { Clock } from '@libs/kernel';
import type { Follower } from '../followers/follower';
import type { FollowedAccount } from '../followers/follower.use-cases';
import type { StoredMessage } from '../followers/follower.ports';
import type { StatusMessageRepository, Told, ToldEntry } from './status-message.ports';

/** Messages of all accounts that one call of `due` returns. */
const DUE_MAX = 100;

/** Makes messages to followers and subscribers about the status of an item, or an entry of the changelog. */
export interface UpdateMail {
  statusUpdate(account: FollowedAccount, told: Told): StoredMessage;
  entryUpdate(account: FollowedAccount, entry: ToldEntry): (follower: Follower) => StoredMessage;
}

export interface SentDue {
  readonly due: number;
  readonly hasMore: boolean;
  readonly errors: readonly unknown[];
}

/** Adds messages to the outbox when their hold has ended (status-messages.md 5). */
export class StatusMessageDelivery {
  constructor(
    private readonly ports: {
      readonly messages: Pick<StatusMessageRepository, 'due' | 'step' | 'settle'>;
      /** Returns null for an account that is deleted or suspended. */
      readonly findAccount: (accountId: string) => Promise<FollowedAccount | null>;
      readonly mail: UpdateMail;
    },
    private readonly clock: Clock,
  ) {}

  /**
   * Does one step of each of the first due messages. Returns how many these were, whether steps remain, and the errors of
   * those that failed, which don't hold back the others.
   */
  async sendDue(): Promise<SentDue> {
    const now = this.clock();
    const due = await this.ports.messages.due(now, DUE_MAX);
    const errors: unknown[] = [];
    let hasMore = false;
    for (const { accountId, id } of due) {
      try {
        if (await this.step(accountId, id, now)) hasMore = true;
      } catch (error) {
        errors.push(error);
      }
    }
    const isCut = due.length === DUE_MAX && errors.length < DUE_MAX;
    return { due: due.length, hasMore: hasMore || isCut, errors };
  }

  private async step(accountId: string, id: string, now: Date): Promise<boolean> {
    const { messages, findAccount, mail } = this.ports;
    const account = await findAccount(accountId);
    const compose = account && {
      statusUpdate: (told: Told) => mail.statusUpdate(account, told),
      entryUpdate: (entry: ToldEntry) => mail.entryUpdate(account, entry),
    };
    return messages.step(accountId, id, now, compose);
  }

  /** Returns how many messages have no final numbers yet. */
  settle(): Promise<number> {
    return this.ports.messages.settle(this.clock());
  }
}
