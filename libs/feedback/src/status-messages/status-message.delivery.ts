import type { Clock } from '@libs/kernel';
import type { FollowedAccount } from '../followers/follower.use-cases';
import type { StoredMessage } from '../followers/follower.ports';
import type { StatusMessageRepository, Told } from './status-message.ports';

/** Messages of all accounts that one call of `due` returns. */
const DUE_MAX = 100;

/** Makes messages to followers about the status of an item. */
export interface StatusUpdateMail {
  statusUpdate(account: FollowedAccount, told: Told): StoredMessage;
}

/** Adds messages to the outbox when their hold has ended (status-messages.md 5). */
export class StatusMessageDelivery {
  constructor(
    private readonly ports: {
      readonly messages: Pick<StatusMessageRepository, 'due' | 'step' | 'settle'>;
      /** Returns null for an account that is deleted or suspended. */
      readonly findAccount: (accountId: string) => Promise<FollowedAccount | null>;
      readonly mail: StatusUpdateMail;
    },
    private readonly clock: Clock,
  ) {}

  /** Does one step of each of the first due messages. Returns how many these were, and whether steps remain. */
  async sendDue(): Promise<{ readonly due: number; readonly hasMore: boolean }> {
    const { messages, findAccount, mail } = this.ports;
    const now = this.clock();
    const due = await messages.due(now, DUE_MAX);
    let hasMore = due.length === DUE_MAX;
    for (const { accountId, id } of due) {
      const account = await findAccount(accountId);
      const compose = account && ((told: Told) => mail.statusUpdate(account, told));
      if (await messages.step(accountId, id, now, compose)) hasMore = true;
    }
    return { due: due.length, hasMore };
  }

  /** Returns how many messages have no final numbers yet. */
  settle(): Promise<number> {
    return this.ports.messages.settle(this.clock());
  }
}
