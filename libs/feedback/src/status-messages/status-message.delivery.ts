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

  /** Does one step of each due message. Returns how many have more. */
  async sendDue(): Promise<number> {
    const { messages, findAccount, mail } = this.ports;
    const now = this.clock();
    let unfinished = 0;
    for (const { accountId, id } of await messages.due(now, DUE_MAX)) {
      const account = await findAccount(accountId);
      const compose = account && ((told: Told) => mail.statusUpdate(account, told));
      if (await messages.step(accountId, id, now, compose)) unfinished++;
    }
    return unfinished;
  }

  async settle(): Promise<void> {
    await this.ports.messages.settle(this.clock());
  }
}
