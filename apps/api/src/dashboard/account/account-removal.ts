import type { AccountSettingsUseCases, ApiKeyUseCases } from '@libs/accounts';
import type { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';

/** The end of an account in every context; after a failure on the way it is asked for again. */
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
    // What came in through the form meanwhile: from here on there is no account to send it to.
    await this.removeItems(accountId);
  }

  private async removeItems(accountId: string): Promise<void> {
    await this.feedback.removeAll(accountId);
    await this.quarantine.removeAll(accountId);
  }
}
