import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** The challenge and its solution, in the format of the server. Null if the browser can't solve it. */
export async function solveProofOfWork(challenge: object): Promise<object | null> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return solution && { challenge, solution };
}
