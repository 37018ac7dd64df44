import type { AccountSettingsUseCases, ApiKeyUseCases, SwitchedSession } from '@libs/accounts';
import type { Requester } from '@libs/kernel';

/** A part of an account's data. */
export interface AccountData {
  removeAll(accountId: string): Promise<void>;
}

/** Who deletes an account, and their session if it opens another account. */
export interface DeletionByMember {
  readonly person: { readonly name: string };
  readonly opened: SwitchedSession | undefined;
}

/** Removes an account and all its data. After a failure, the caller can repeat the removal. */
export class AccountRemoval {
  constructor(
    private readonly settings: AccountSettingsUseCases,
    private readonly keys: ApiKeyUseCases,
    private readonly data: readonly AccountData[],
  ) {}

  /** @param deletion by a member; absent for the operator */
  async remove(accountId: string, by: Requester, deletion?: DeletionByMember): Promise<void> {
    for (const { id } of await this.keys.list(accountId)) await this.keys.revoke(accountId, id, by);
    await this.removeData(accountId);
    await this.settings.remove(accountId, deletion?.person ?? null, deletion?.opened);
    // Remove what the form accepted in the meantime. Without the account, it accepts no more.
    await this.removeData(accountId);
  }

  private async removeData(accountId: string): Promise<void> {
    for (const data of this.data) await data.removeAll(accountId);
  }
}
