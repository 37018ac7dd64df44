import type { SecurityEvent } from '@libs/kernel';
import {
  MEMBER_NOTICES_PER_HOUR,
  type AccountOfPerson,
  type FormerMember,
  type Member,
  type MembershipChange,
  type MembershipRepository,
} from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMembershipRepository implements MembershipRepository {
  /** Names of former members, by account and person. */
  private readonly former = new Map<string, FormerMember>();

  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async listOf(personId: string): Promise<readonly AccountOfPerson[]> {
    return this.accounts.memberships
      .filter((one) => one.personId === personId)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.accountId < b.accountId ? -1 : 1))
      .map(({ accountId, role }) => ({ account: this.accounts.get(accountId)!, role }));
  }

  async list(accountId: string): Promise<readonly Member[]> {
    return this.membersOf(accountId);
  }

  private membersOf(accountId: string): readonly Member[] {
    return this.accounts.memberships
      .filter((one) => one.accountId === accountId)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.personId < b.personId ? -1 : 1))
      .map((membership) => ({ membership, person: this.accounts.people.get(membership.personId)! }));
  }

  async listFormer(accountId: string): Promise<readonly FormerMember[]> {
    return [...this.former]
      .filter(([key]) => key.startsWith(`${accountId} `))
      .map(([, member]) => member)
      .filter(({ id }) => !this.accounts.membershipOf(accountId, id))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async revise(accountId: string, personId: string, change: MembershipChange): Promise<boolean> {
    const members = this.membersOf(accountId);
    const current = members.find(({ person }) => person.id === personId);
    if (!current) return false;
    const { next, event, mail } = change(current, members);
    if (next?.role === current.membership.role) return true;
    this.accounts.record(event);
    if (next) {
      this.accounts.memberships = this.accounts.memberships.map((one) =>
        one === current.membership ? next : one,
      );
    } else {
      this.accounts.leave(accountId, personId);
      this.former.set(`${accountId} ${personId}`, { id: personId, name: current.person.name });
    }
    this.accounts.invitations = this.accounts.invitations.filter(
      (one) => one.accountId !== accountId || one.createdBy !== personId,
    );
    if (this.countInHour(event) <= MEMBER_NOTICES_PER_HOUR) this.accounts.outbox.queue(mail);
    return true;
  }

  private countInHour({ accountId, type, subject, createdAt }: SecurityEvent): number {
    const since = createdAt.getTime() - 3_600_000;
    return this.accounts.log.events.filter(
      (one) =>
        one.accountId === accountId &&
        one.type === type &&
        one.subject.id === subject.id &&
        (type !== 'member.role_changed' || one.subject.name === subject.name) &&
        one.createdAt.getTime() > since,
    ).length;
  }
}
