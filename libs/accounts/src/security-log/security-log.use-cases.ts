import {
  pageOf,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Page,
  type Requester,
  type SecuritySubject,
  type SecurityEvent,
} from '@libs/kernel';
import { FAILED_SIGN_INS_PER_HOUR, SECURITY_LOG_DAYS } from '../limits';
import type { AccountOfPerson } from '../memberships/membership';
import type { SecurityLogQuery, SecurityLogRepository } from './security-log.ports';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The security log of an account (dashboard.md 13). */
export class SecurityLogUseCases {
  private readonly newEvent: NewSecurityEvent;

  /** @param onFailure called if an event that nothing waits for can't be stored */
  constructor(
    private readonly log: SecurityLogRepository,
    private readonly clock: Clock,
    newId: NewId,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Records an event that changes nothing, before it takes place. */
  async record(...event: Parameters<NewSecurityEvent>): Promise<void> {
    await this.log.add(this.newEvent(...event));
  }

  /**
   * Doesn't wait, because the time of the response must not reveal whether the email address has an account. Stores a
   * limited number of each type per hour and account, so that strangers can't fill the log.
   * @param accounts of the person whose password or code was wrong
   * @param subject the person
   */
  noteFailure(
    type: 'owner.sign_in_failed' | 'owner.second_factor_failed',
    accounts: Promise<readonly AccountOfPerson[]>,
    by: Requester,
    subject: SecuritySubject,
  ): void {
    const note = async (accountId: string) => {
      const event = this.newEvent(accountId, type, by, subject);
      const since = new Date(event.createdAt.getTime() - HOUR_MS);
      await this.log.addUpTo(FAILED_SIGN_INS_PER_HOUR, since, event);
    };
    accounts.then((all) => Promise.all(all.map(({ account }) => note(account.id)))).catch(this.onFailure);
  }

  /** Newest first. */
  async list(accountId: string, query: SecurityLogQuery): Promise<Page<SecurityEvent>> {
    return pageOf(await this.log.list(accountId, query), query.limit);
  }

  /** Deletes some events whose time is over, and returns their number; 0 if none are left. */
  removeOld(): Promise<number> {
    return this.log.removeBefore(new Date(this.clock().getTime() - SECURITY_LOG_DAYS * DAY_MS));
  }
}
