import { hash, randomInt } from 'node:crypto';
import type { Clock } from '@libs/kernel';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** A browser tries one counter after the other, each a PBKDF2 of this many rounds. */
const ROUNDS = 5000;
const COUNTERS = [150, 350] as const;
const LIFE_MS = 10 * 60_000;

/** A moment of computing that a suspicious address has to show: cheap for one person, dear for thousands of submissions. */
export class ProofOfWork {
  private readonly secret: string;
  /** Challenges that were used, until they end by themselves. */
  private readonly spent = new Map<string, number>();

  constructor(
    secret: Uint8Array,
    private readonly clock: Clock,
  ) {
    this.secret = Buffer.from(secret).toString('base64url');
  }

  challenge(accountId: string): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: ROUNDS,
      counter: randomInt(...COUNTERS),
      deriveKey,
      expiresAt: new Date(this.clock().getTime() + LIFE_MS),
      ...this.secrets(accountId),
    });
  }

  /** Whether this is a challenge of this account's form, solved in time and for the first time. */
  async accepts(accountId: string, proof: unknown): Promise<boolean> {
    if (!isProof(proof)) return false;
    const { challenge, solution } = proof;
    const { expiresAt } = challenge.parameters;
    if (typeof expiresAt !== 'number' || expiresAt * 1000 <= this.clock().getTime()) return false;
    try {
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        ...this.secrets(accountId),
      });
      return verified && this.spend(challenge.parameters.nonce, expiresAt * 1000);
    } catch {
      // The library throws over parameters that no challenge of ours has.
      return false;
    }
  }

  /** Without a pause in between: of two requests with one proof, one alone gets through. */
  private spend(nonce: string, expiresAt: number): boolean {
    const now = this.clock().getTime();
    for (const [known, end] of this.spent) if (end <= now) this.spent.delete(known);
    if (this.spent.has(nonce)) return false;
    this.spent.set(nonce, expiresAt);
    return true;
  }

  /** An account's own, so that a challenge of one form is none at another. */
  private secrets(accountId: string) {
    const of = (what: string) => hash('sha3-256', `${this.secret}\n${what}\n${accountId}`, 'base64url');
    return { hmacSignatureSecret: of('challenge'), hmacKeySignatureSecret: of('solution') };
  }
}

interface Proof {
  readonly challenge: Challenge;
  readonly solution: { counter: number; derivedKey: string };
}

/** As much of its shape as decides whether the library is asked. */
function isProof(proof: unknown): proof is Proof {
  const { challenge, solution } = (proof ?? {}) as Partial<Proof>;
  return (
    typeof challenge?.signature === 'string' &&
    typeof challenge.parameters?.nonce === 'string' &&
    typeof solution?.counter === 'number' &&
    typeof solution.derivedKey === 'string'
  );
}
