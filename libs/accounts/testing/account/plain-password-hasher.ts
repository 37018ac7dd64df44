import { normalized, type PasswordHasher } from '../../src';

/** Fast and without security: for tests that are not about hashing. */
export class PlainPasswordHasher implements PasswordHasher {
  private salt = 0;

  /** @param strength minimum strength of a hash that is not outdated */
  constructor(private readonly strength = 1) {}

  async hash(password: string): Promise<string> {
    return `plain$${this.strength}$${this.salt++}$${normalized(password)}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return hash.startsWith('plain$') && hash.split('$').slice(3).join('$') === normalized(password);
  }

  isOutdated(hash: string): boolean {
    return !(Number(hash.split('$')[1]) >= this.strength);
  }
}
