import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/**
 * The challenge together with its solution, as the server takes it. Null where the browser cannot solve any, which it
 * does over HTTPS only: what comes without a proof waits for the owner.
 */
export async function of(challenge: object): Promise<object | null> {
  try {
    const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
    return solution && { challenge, solution };
  } catch {
    return null;
  }
}
