import type {
  Account,
  AccountStorage,
  ApiKeyUseCases,
  MembershipRepository,
  Person,
  SessionRepository,
} from '@libs/accounts';
import { isActive } from '@libs/accounts';
import type { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import type { Clock } from '@libs/kernel';
import type { EndpointRepository } from '@libs/webhooks';

/** What an account has, by kind. */
export interface RecordCounts {
  readonly members: number;
  readonly items: number;
  readonly quarantined: number;
  readonly active_keys: number;
  readonly webhooks: number;
  readonly stored_bytes: number;
}

/** Counts what an account has, across contexts. */
export class AccountRecords {
  constructor(
    private readonly stored: {
      readonly items: Pick<FeedbackUseCases, 'countByStatus'>;
      readonly quarantine: Pick<QuarantineUseCases, 'count'>;
      readonly memberships: Pick<MembershipRepository, 'list'>;
      readonly keys: Pick<ApiKeyUseCases, 'list'>;
      readonly webhooks: Pick<EndpointRepository, 'list'>;
      readonly storage: AccountStorage;
      readonly sessions: Pick<SessionRepository, 'list'>;
    },
    private readonly clock: Clock,
  ) {}

  async count({ id }: Account): Promise<RecordCounts> {
    const { memberships, items, quarantine, keys, webhooks, storage } = this.stored;
    const now = this.clock();
    const { counts } = await items.countByStatus(id, { merged: 'include' }, { exact: true });
    return {
      members: (await memberships.list(id)).length,
      items: Object.values(counts).reduce((sum, count) => sum + count, 0),
      quarantined: await quarantine.count(id),
      active_keys: (await keys.list(id)).filter((key) => isActive(key, now)).length,
      webhooks: (await webhooks.list(id, now)).length,
      stored_bytes: await storage.read(id),
    };
  }

  /** When the owner last used the dashboard; null if there is no session. */
  async lastSeen({ id }: Person): Promise<Date | null> {
    const times = (await this.stored.sessions.list(id)).map(({ lastSeenAt }) => lastSeenAt);
    return times.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
  }
}
