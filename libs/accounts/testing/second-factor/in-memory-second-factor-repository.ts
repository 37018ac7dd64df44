import type { ActiveSecondFactor, Effects, SecondFactor, SecondFactorRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySecondFactorRepository implements SecondFactorRepository {
  private readonly factors = new Map<string, SecondFactor>();

  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async find(personId: string): Promise<SecondFactor | null> {
    return (this.accounts.people.has(personId) && this.factors.get(personId)) || null;
  }

  async begin(personId: string, sealed: Uint8Array): Promise<boolean> {
    if (!this.accounts.people.has(personId) || this.factors.get(personId)?.confirmedAt) return false;
    this.factors.set(personId, { personId, sealed, confirmedAt: null, lastStep: 0, recoveryDigests: [] });
    return true;
  }

  async confirm(factor: ActiveSecondFactor, effects?: Effects): Promise<boolean> {
    const isPending = (stored: SecondFactor) => stored.confirmedAt === null && hasSecretOf(factor, stored);
    return this.change(factor.personId, (stored) => (isPending(stored) ? factor : null), effects);
  }

  async useStep(factor: SecondFactor, step: number): Promise<boolean> {
    return this.change(factor.personId, (stored) => {
      const isUsable = stored.confirmedAt && stored.lastStep < step && hasSecretOf(factor, stored);
      return isUsable ? { ...stored, lastStep: step } : null;
    });
  }

  async useRecoveryCode(personId: string, digest: Buffer, effects?: Effects): Promise<boolean> {
    const left = (stored: SecondFactor) => stored.recoveryDigests.filter((one) => !one.equals(digest));
    return this.change(
      personId,
      (stored) =>
        left(stored).length < stored.recoveryDigests.length
          ? { ...stored, recoveryDigests: left(stored) }
          : null,
      effects,
    );
  }

  async replaceRecoveryCodes(
    personId: string,
    recoveryDigests: readonly Buffer[],
    effects?: Effects,
  ): Promise<boolean> {
    return this.change(
      personId,
      (stored) => (stored.confirmedAt ? { ...stored, recoveryDigests } : null),
      effects,
    );
  }

  async resealAll(
    reseal: (factor: Pick<SecondFactor, 'personId' | 'sealed'>) => Uint8Array | null,
  ): Promise<number> {
    let count = 0;
    for (const stored of this.factors.values()) {
      const sealed = reseal(stored);
      if (!sealed) continue;
      this.factors.set(stored.personId, { ...stored, sealed });
      count++;
    }
    return count;
  }

  async remove(personId: string, effects?: Effects): Promise<boolean> {
    if (!this.factors.has(personId)) return false;
    this.store(effects);
    return this.factors.delete(personId);
  }

  private change(
    personId: string,
    next: (stored: SecondFactor) => SecondFactor | null,
    effects?: Effects,
  ): boolean {
    const stored = this.factors.get(personId);
    const changed = stored && next(stored);
    if (!changed) return false;
    this.store(effects);
    this.factors.set(personId, changed);
    return true;
  }

  private store({ events = [], mail }: Effects = {}): void {
    for (const event of events) this.accounts.record(event);
    this.accounts.outbox.queue(mail);
  }
}

const hasSecretOf = (a: SecondFactor, b: SecondFactor): boolean => Buffer.from(a.sealed).equals(b.sealed);
