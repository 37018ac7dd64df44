import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from './account.ports';
import { normalized } from './password';

/** Parameters of dashboard.md 4. The algorithm is Argon2id, the default of the package. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const MAX_CONCURRENT = 2 * availableParallelism();

/** Returns PHC strings. At most two hashes per processor run at the same time; others wait in a queue. */
export class Argon2PasswordHasher implements PasswordHasher {
  private free = MAX_CONCURRENT;
  private readonly waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.runLimited(() => hash(normalized(password), COST));
  }

  verify(phc: string, password: string): Promise<boolean> {
    return this.runLimited(() => verify(phc, normalized(password)).catch(() => false));
  }

  isOutdated(phc: string): boolean {
    const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(phc) ?? [];
    return !(Number(m) >= COST.memoryCost && Number(t) >= COST.timeCost);
  }

  private async runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
