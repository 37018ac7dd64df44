import { hash } from 'node:crypto';

/** Returns the stored form of a secret. Secrets have at least 190 random bits, so they need no salt or slow hash. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
