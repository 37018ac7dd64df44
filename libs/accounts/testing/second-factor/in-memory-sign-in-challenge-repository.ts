import type { SignInChallenge, SignInChallengeRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySignInChallengeRepository implements SignInChallengeRepository {
  private readonly challenges = new Map<string, SignInChallenge>();

  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async add(challenge: SignInChallenge, now: Date): Promise<void> {
    if (!this.accounts.people.has(challenge.personId)) return;
    for (const [key, { personId, expiresAt }] of this.challenges) {
      if (personId === challenge.personId && expiresAt < now) this.challenges.delete(key);
    }
    this.challenges.set(keyOf(challenge.digest), challenge);
  }

  async find(digest: Buffer): Promise<SignInChallenge | null> {
    const found = this.challenges.get(keyOf(digest));
    return found && this.accounts.people.has(found.personId) ? found : null;
  }

  async take(digest: Buffer): Promise<boolean> {
    return this.challenges.delete(keyOf(digest));
  }
}

const keyOf = (digest: Buffer): string => digest.toString('hex');
