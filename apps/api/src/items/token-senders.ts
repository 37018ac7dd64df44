import {
  identityRequired,
  type AccountUseCases,
  type ApiKeyUseCases,
  type Caller,
  type IdentityUseCases,
  type VerifiedToken,
} from '@libs/accounts';
import type { FollowerUseCases, VerifiedPerson } from '@libs/feedback';
import { languageOf } from '../languages/language';

/** Who sends an item, as an identity token says. */
export interface TokenSender {
  readonly person: VerifiedPerson;
  /** Uses the token up. @throws DomainError `validation` `identity_invalid` if it was used before */
  use(): Promise<void>;
}

/** The people whom identity tokens in requests with API keys name (identity.md 5). */
export class TokenSenders {
  constructor(
    private readonly keys: Pick<ApiKeyUseCases, 'describe'>,
    private readonly accounts: Pick<AccountUseCases, 'findBySlug'>,
    private readonly identity: IdentityUseCases<VerifiedPerson>,
    private readonly followers: Pick<FollowerUseCases, 'agreed'>,
  ) {}

  /**
   * Returns null without a token, which an account can require of submit keys. Runs no query then.
   * @throws DomainError `validation` `identity_invalid`; `permission` `identity_required`
   */
  async senderOf(caller: Caller, token: string | undefined): Promise<TokenSender | null> {
    if (token === undefined) {
      if (caller.permission === 'submit' && caller.requiresIdentity) throw identityRequired();
      return null;
    }
    const { account: described } = await this.keys.describe(caller);
    const account = await this.accounts.findBySlug(described.slug);
    const verified: VerifiedToken<VerifiedPerson> = await this.identity.verify(account, token);
    return { person: verified.person, use: () => this.identity.use(account, verified) };
  }

  /** The address of the token follows the item. */
  async follow({ accountId }: Caller, itemId: string, { email, locale }: VerifiedPerson): Promise<void> {
    if (email !== null) await this.followers.agreed(accountId, itemId, [email], languageOf(locale));
  }
}
