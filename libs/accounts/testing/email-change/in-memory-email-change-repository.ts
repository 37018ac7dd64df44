import type { EmailChange, EmailChangeRepository, OutboxMessage, Person } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';
import type { InMemoryPersonRepository } from '../people/in-memory-person-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryEmailChangeRepository implements EmailChangeRepository {
  private readonly changes = new Map<string, EmailChange>();

  constructor(
    private readonly accounts: InMemoryAccountRepository,
    private readonly people: InMemoryPersonRepository,
  ) {
    accounts.onLinksEnded((personId) => this.changes.delete(personId));
  }

  async add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean> {
    if (!this.accounts.people.has(change.personId)) return false;
    this.changes.set(change.personId, change);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async find(personId: string, now: Date): Promise<EmailChange | null> {
    const change = this.changes.get(personId);
    return change && change.expiresAt > now ? change : null;
  }

  async findByDigest(digest: Buffer, now: Date): Promise<EmailChange | null> {
    const changes = [...this.changes.values()];
    return changes.find((change) => change.digest.equals(digest) && change.expiresAt > now) ?? null;
  }

  async cancel(personId: string): Promise<boolean> {
    return this.changes.delete(personId);
  }

  async confirm(
    digest: Buffer,
    now: Date,
    { events, mail }: Parameters<EmailChangeRepository['confirm']>[2],
  ): Promise<Person | null> {
    const change = await this.findByDigest(digest, now);
    if (!change || this.changes.get(change.personId) !== change) return null;
    const confirmed = { email: change.email, emailConfirmedAt: now };
    return this.people.update(change.personId, confirmed, events, mail);
  }

  async removeExpired(now: Date): Promise<void> {
    for (const { personId, expiresAt } of this.changes.values())
      if (expiresAt <= now) this.changes.delete(personId);
  }
}
