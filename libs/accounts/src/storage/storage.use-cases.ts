import type { Account } from '../account/account';
import type { Plan } from '../limits';
import type { AccountStorage, StorageUsage } from './storage';

export class StorageUseCases {
  /** @param limits bytes; null without a limit */
  constructor(
    private readonly storage: AccountStorage,
    private readonly limits: Readonly<Record<Plan, number | null>>,
  ) {}

  async usageOf({ id, plan }: Pick<Account, 'id' | 'plan'>): Promise<StorageUsage> {
    return { usedBytes: await this.storage.read(id), limitBytes: this.limits[plan] };
  }
}
