import {
  identityRequired,
  type AccountUseCases,
  type ApiKeyUseCases,
  type Caller,
  type IdentityUseCases,
} from '@libs/accounts';
import type { FollowerUseCases, ItemSender, SubmittedFeedback, VerifiedPerson } from '@libs/feedback';
import type { Actor } from '@libs/kernel';
import { languageOf } from '../languages/language';

/** The people whom identity tokens in requests with API keys name (identity.md 5). */
export class TokenSenders {
  constructor(
    private readonly keys: Pick<ApiKeyUseCases, 'describe'>,
    private readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    private readonly identity: IdentityUseCases<VerifiedPerson>,
    private readonly followers: Pick<FollowerUseCases, 'agreement' | 'addItem'>,
  ) {}

  /**
   * Returns null without a token, which an account can require of submit keys. Runs no query then.
   * @throws DomainError `validation` `identity_invalid`; `permission` `identity_required`
   */
  async senderOf(caller: Caller, token: string | undefined): Promise<ItemSender | null> {
    if (token === undefined) {
      if (caller.permission === 'submit' && caller.requiresIdentity) throw identityRequired();
      return null;
    }
    const { account: described } = await this.keys.describe(caller);
    const account = await this.accounts.findBySlug(described.slug);
    const verified = await this.identity.verify(account, token);
    const { email, locale } = verified.person;
    return {
      person: verified.person,
      follow: email === null ? null : this.followers.agreement(email, languageOf(locale)),
      use: (store) => this.identity.use(account, verified, store),
    };
  }

  /** Stores an item, which the address of the token follows. */
  async addItem(item: SubmittedFeedback, by: Actor, { follow }: ItemSender): Promise<void> {
    await this.followers.addItem(item, by, follow);
  }
}
