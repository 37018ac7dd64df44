import type { NewPassword, OutboxMessage, PasswordReset, PasswordResetRepository, Person } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';
import type { InMemoryPersonRepository } from '../people/in-memory-person-repository';
import type { InMemorySessionRepository } from '../sessions/in-memory-session-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryPasswordResetRepository implements PasswordResetRepository {
  private readonly resets = new Map<string, PasswordReset>();

  constructor(
    private readonly accounts: InMemoryAccountRepository,
    private readonly people: InMemoryPersonRepository,
    private readonly sessions: InMemorySessionRepository,
  ) {
    accounts.onLinksEnded((personId) => this.resets.delete(personId));
  }

  async add(reset: PasswordReset, mail: readonly OutboxMessage[]): Promise<boolean> {
    if (!this.accounts.people.has(reset.personId)) return false;
    this.resets.set(reset.personId, reset);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async find(digest: Buffer, now: Date): Promise<Person | null> {
    const reset = this.valid(digest, now);
    return (reset && this.accounts.people.get(reset.personId)) ?? null;
  }

  async use(digest: Buffer, now: Date, { passwordHash, events, mail }: NewPassword): Promise<boolean> {
    const reset = this.valid(digest, now);
    if (!reset) return false;
    const { personId } = reset;
    this.resets.delete(personId);
    const emailConfirmedAt = this.accounts.people.get(personId)?.emailConfirmedAt ?? now;
    if (!(await this.people.update(personId, { passwordHash, emailConfirmedAt }, events, mail))) return false;
    await this.sessions.removeAll(personId);
    return true;
  }

  async removeExpired(now: Date): Promise<void> {
    for (const { personId, expiresAt } of this.resets.values())
      if (expiresAt <= now) this.resets.delete(personId);
  }

  private valid(digest: Buffer, now: Date): PasswordReset | undefined {
    return [...this.resets.values()].find((reset) => reset.digest.equals(digest) && reset.expiresAt > now);
  }
}
