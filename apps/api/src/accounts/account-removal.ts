import type { AccountSettingsUseCases, ApiKeyUseCases } from '@libs/accounts';
import type { Requester } from '@libs/kernel';

/** A part of an account's data. */
export interface AccountData {
  removeAll(accountId: string): Promise<void>;
}

/** Removes an account and all its data. After a failure, the caller can repeat the removal. */
export class AccountRemoval {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly data: readonly AccountData[],
  ) {}

  async remove(accountId: string, by: Requester): Promise<void> {
    for (const { id } of await this.keys.list(accountId)) await this.keys.revoke(accountId, id, by);
    await this.removeData(accountId);
    await this.settings.remove(accountId);
    // Remove what the form accepted in the meantime. Without the account, it accepts no more.
    await this.removeData(accountId);
  }

  private async removeData(accountId: string): Promise<void> {
    for (const data of this.data) await data.removeAll(accountId);
  }
}
