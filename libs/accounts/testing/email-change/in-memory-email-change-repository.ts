import type { EmailChange, EmailChangeRepository, OutboxMessage } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryEmailChangeRepository implements EmailChangeRepository {
  private readonly changes = new Map<string, EmailChange>();

  constructor(private readonly accounts: InMemoryAccountRepository) {
    accounts.onCredentialsChanged.push((personId) => this.changes.delete(personId));
  }

  async add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean> {
    if (!(await this.accounts.findOwnerOf(change.accountId, change.personId))) return false;
    this.changes.set(change.personId, change);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async find(accountId: string, personId: string, now: Date): Promise<EmailChange | null> {
    const change = this.changes.get(personId);
    return change?.accountId === accountId && change.expiresAt > now ? change : null;
  }

  async cancel(accountId: string, personId: string): Promise<boolean> {
    return this.changes.get(personId)?.accountId === accountId && this.changes.delete(personId);
  }

  async confirm(digest: Buffer, now: Date, effects: Parameters<EmailChangeRepository['confirm']>[2]) {
    const change = [...this.changes.values()].find(
      (candidate) => candidate.digest.equals(digest) && candidate.expiresAt > now,
    );
    const match = change && (await this.accounts.findOwnerOf(change.accountId, change.personId));
    if (!match || this.changes.get(match.owner.id) !== change) return null;
    const { accountId, personId, email } = change;
    const { event, mail } = effects(match, email);
    await this.accounts.setEmail(accountId, personId, email, event);
    this.accounts.outbox.queue(mail);
    return this.accounts.findOwnerOf(accountId, personId);
  }

  async removeExpired(now: Date): Promise<void> {
    for (const { personId, expiresAt } of this.changes.values())
      if (expiresAt <= now) this.changes.delete(personId);
  }
}
