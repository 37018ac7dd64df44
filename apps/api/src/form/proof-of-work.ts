import { hash, randomInt } from 'node:crypto';
import { HOUR_SECONDS, type RateLimitPolicy, type RateLimitStore } from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Rounds of PBKDF2 for each counter that a browser tries. */
const ROUNDS = 5000;
const COUNTERS = [150, 350] as const;
const LIFE_MS = 10 * 60_000;
/** Allows each challenge once. The window is longer than the life of a challenge. */
const ONCE: readonly RateLimitPolicy[] = [{ name: 'hour', quota: 1, windowSeconds: HOUR_SECONDS }];

/** Challenges for suspicious IP addresses: cheap for one person, expensive for thousands of submissions. */
export class ProofOfWork {
  private readonly secret: string;

  constructor(
    secret: Uint8Array,
    private readonly clock: Clock,
    /** Counts the uses of each challenge. */
    private readonly used: RateLimitStore,
    private readonly rounds = ROUNDS,
  ) {
    this.secret = Buffer.from(secret).toString('base64url');
  }

  challenge(accountId: string): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.rounds,
      counter: randomInt(...COUNTERS),
      deriveKey,
      expiresAt: new Date(this.clock().getTime() + LIFE_MS),
      ...this.secrets(accountId),
    });
  }

  /** True if this solves a challenge of this account, before it expires and for the first time. */
  async accepts(accountId: string, proof: unknown): Promise<boolean> {
    if (!isProof(proof)) return false;
    const { expiresAt, nonce } = proof.challenge.parameters;
    if (typeof expiresAt !== 'number' || expiresAt * 1000 <= this.clock().getTime()) return false;
    return (await this.isSolved(accountId, proof)) && (await this.used.take(`proof ${nonce}`, ONCE)).admitted;
  }

  private async isSolved(accountId: string, { challenge, solution }: Proof): Promise<boolean> {
    try {
      return (await verifySolution({ challenge, solution, deriveKey, ...this.secrets(accountId) })).verified;
    } catch {
      // The library throws for parameters that our challenges don't have.
      return false;
    }
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
