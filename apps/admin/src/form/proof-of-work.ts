import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** The challenge together with its solution, as the server takes it. A browser computes it beside the page. */
export async function solveProofOfWork(challenge: object): Promise<object | null> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return solution && { challenge, solution };
}
