import { hash, randomInt } from 'node:crypto';
import type { Clock } from '@libs/kernel';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Rounds of PBKDF2 for each counter that a browser tries. */
const ROUNDS = 5000;
const COUNTERS = [150, 350] as const;
const LIFE_MS = 10 * 60_000;

/** Challenges for suspicious IP addresses: cheap for one person, expensive for thousands of submissions. */
export class ProofOfWork {
  private readonly secret: string;
  /** Used challenges, until they expire. */
  private readonly usedNonces = new Map<string, number>();

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

  /** True if this solves a challenge of this account, before it expires and for the first time. */
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
      return verified && this.markUsed(challenge.parameters.nonce, expiresAt * 1000);
    } catch {
      // The library throws for parameters that our challenges don't have.
      return false;
    }
  }

  /** Synchronous, so that only one of two concurrent requests with the same proof succeeds. */
  private markUsed(nonce: string, expiresAt: number): boolean {
    const now = this.clock().getTime();
    for (const [known, end] of this.usedNonces) if (end <= now) this.usedNonces.delete(known);
    if (this.usedNonces.has(nonce)) return false;
    this.usedNonces.set(nonce, expiresAt);
    return true;
  }

  /** Secrets per account, so that a challenge of one form isn't valid for another. */
  private secrets(accountId: string) {
    const of = (what: string) => hash('sha3-256', `${this.secret}\n${what}\n${accountId}`, 'base64url');
    return { hmacSignatureSecret: of('challenge'), hmacKeySignatureSecret: of('solution') };
  }
}

interface Proof {
  readonly challenge: Challenge;
  readonly solution: { counter: number; derivedKey: string };
}

/** Checks the fields that the code above and the library rely on. */
function isProof(proof: unknown): proof is Proof {
  const { challenge, solution } = (proof ?? {}) as Partial<Proof>;
  return (
    typeof challenge?.signature === 'string' &&
    typeof challenge.parameters?.nonce === 'string' &&
    typeof solution?.counter === 'number' &&
    typeof solution.derivedKey === 'string'
  );
}
