import { hash } from 'node:crypto';

/** What is stored and looked up of a secret: 190 random bits and more need neither salt nor a slow hash. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
