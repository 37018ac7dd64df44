import type { Account } from '../account/account';
import type { AccountStorage, StorageLimits, StorageUsage } from './storage';

export class StorageUseCases {
  constructor(
    private readonly storage: AccountStorage,
    private readonly limits: StorageLimits,
  ) {}

  async usageOf({ id, plan }: Pick<Account, 'id' | 'plan'>): Promise<StorageUsage> {
    return { usedBytes: await this.storage.read(id), limitBytes: this.limits[plan] };
  }
}
