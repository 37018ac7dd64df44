import type { SecurityEvent } from '@libs/kernel';
import {
  takenError,
  type Invitation,
  type InvitationRepository,
  type Joining,
  type OutboxMessage,
} from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryInvitationRepository implements InvitationRepository {
  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async add(invitation: Invitation, max: number, event: SecurityEvent, mail?: readonly OutboxMessage[]) {
    const { accountId, createdAt } = invitation;
    if (!this.accounts.get(accountId)) return 'account_not_found';
    if (this.openOf(accountId, createdAt).length >= max) return 'limit_reached';
    this.accounts.record(event);
    this.accounts.outbox.queue(mail);
    this.accounts.invitations = [...this.accounts.invitations, invitation];
    return 'added';
  }

  async list(accountId: string, now: Date): Promise<readonly Invitation[]> {
    return this.openOf(accountId, now);
  }

  private openOf(accountId: string, now: Date): readonly Invitation[] {
    return this.accounts.invitations
      .filter((one) => one.accountId === accountId && one.expiresAt > now)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async remove(accountId: string, id: string, event: SecurityEvent): Promise<boolean> {
    if (!this.accounts.invitations.some((one) => one.accountId === accountId && one.id === id)) return false;
    this.accounts.record(event);
    this.take(accountId, id);
    return true;
  }

  async findByDigest(digest: Buffer, now: Date) {
    const invitation = this.accounts.invitations.find(
      (one) => one.digest.equals(digest) && one.expiresAt > now,
    );
    if (!invitation) return null;
    const inviterName = this.accounts.people.get(invitation.createdBy)!.name;
    return { invitation, account: this.accounts.get(invitation.accountId)!, inviterName };
  }

  async accept(
    { accountId, id }: Invitation,
    { membership, person, newName, event, mail }: Joining,
    max: number,
  ) {
    const { personId } = membership;
    const existing = this.accounts.people.get(personId);
    if (!this.accounts.invitations.some((one) => one.id === id)) return 'not_found';
    if (person && this.accounts.byEmail(person.email)) throw takenError(['email']);
    if (this.accounts.membershipOf(accountId, personId)) return 'already_member';
    const members = this.accounts.memberships.filter((one) => one.accountId === accountId);
    if (members.length >= max) return 'limit_reached';
    const name = person?.name ?? newName ?? existing!.name;
    if (this.accounts.isNameTaken(personId, name, accountId)) return 'name_taken';
    this.take(accountId, id);
    if (person) this.accounts.people.set(person.id, person);
    else this.accounts.people.set(personId, { ...existing!, name });
    this.accounts.join(membership);
    this.accounts.log.record(event);
    this.accounts.outbox.queue(mail);
    return 'accepted';
  }

  private take(accountId: string, id: string): void {
    this.accounts.invitations = this.accounts.invitations.filter(
      (one) => one.accountId !== accountId || one.id !== id,
    );
  }
}
