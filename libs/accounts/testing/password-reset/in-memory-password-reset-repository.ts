import type { OutboxMessage, PasswordReset, PasswordResetRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';
import type { InMemorySessionRepository } from '../sessions/in-memory-session-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryPasswordResetRepository implements PasswordResetRepository {
  private readonly resets = new Map<string, PasswordReset>();

  constructor(
    private readonly accounts: InMemoryAccountRepository,
    private readonly sessions: InMemorySessionRepository,
  ) {
    accounts.onCredentialsChanged.push((personId) => this.resets.delete(personId));
  }

  async add(reset: PasswordReset, mail: readonly OutboxMessage[]): Promise<boolean> {
    if (!(await this.accounts.findOwnerOf(reset.accountId, reset.personId))) return false;
    this.resets.set(reset.personId, reset);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async find(digest: Buffer, now: Date) {
    const reset = this.valid(digest, now);
    return reset ? this.accounts.findOwnerOf(reset.accountId, reset.personId) : null;
  }

  async use(
    digest: Buffer,
    now: Date,
    { passwordHash, event, mail }: Parameters<PasswordResetRepository['use']>[2],
  ): Promise<boolean> {
    const reset = this.valid(digest, now);
    if (!reset) return false;
    const { accountId, personId } = reset;
    this.resets.delete(personId);
    if (!(await this.accounts.setPasswordHash(accountId, personId, passwordHash, event, mail))) return false;
    await this.sessions.removeAll(accountId, personId);
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
