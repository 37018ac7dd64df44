import type { AccountSettingsUseCases, ApiKeyUseCases } from '@libs/accounts';
import type { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';

/** Removes an account and all its data. After a failure, the caller can repeat the removal. */
export class AccountRemoval {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly feedback: FeedbackUseCases,
    private readonly quarantine: QuarantineUseCases,
  ) {}

  async remove(accountId: string): Promise<void> {
    for (const { id } of await this.keys.list(accountId)) await this.keys.revoke(accountId, id);
    await this.removeItems(accountId);
    await this.settings.remove(accountId);
    // Remove what the form accepted in the meantime. Without the account, it accepts no more.
    await this.removeItems(accountId);
  }

  private async removeItems(accountId: string): Promise<void> {
    await this.feedback.removeAll(accountId);
    await this.quarantine.removeAll(accountId);
  }
}
