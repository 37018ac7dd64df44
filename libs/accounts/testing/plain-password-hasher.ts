import type { PasswordHasher } from '../src';

/** Hides nothing and costs nothing: for tests that are not about hashing. */
export class PlainPasswordHasher implements PasswordHasher {
  private salt = 0;

  async hash(password: string): Promise<string> {
    return `plain$${this.salt++}$${password.normalize('NFC')}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return hash.startsWith('plain$') && hash.split('$').slice(2).join('$') === password.normalize('NFC');
  }
}
