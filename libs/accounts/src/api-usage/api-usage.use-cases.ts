import type { Clock } from '@libs/kernel';
import { API_USAGE_DAYS } from '../limits';
import { dateBefore, type DailyRequests } from './api-usage';
import type { ApiUsageRepository } from './api-usage.ports';

/** The requests of the last days: from `first` to `last`, today in UTC. */
export interface ApiUsage {
  readonly first: string;
  readonly last: string;
  /** By key and day. Days without requests are left out. */
  readonly requests: readonly DailyRequests[];
}

/** How many requests the API keys of an account made (api-keys.md 8). */
export class ApiUsageUseCases {
  constructor(
    private readonly usage: ApiUsageRepository,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string): Promise<ApiUsage> {
    const now = this.clock();
    const first = firstDay(now);
    return { first, last: dateBefore(now, 0), requests: await this.usage.list(accountId, first) };
  }

  /** Deletes some numbers whose time is over, and returns how many; 0 if none are left. */
  removeOld(): Promise<number> {
    return this.usage.removeBefore(firstDay(this.clock()));
  }
}

const firstDay = (now: Date): string => dateBefore(now, API_USAGE_DAYS - 1);
