import type { DomainError } from './domain-error';

/** Lets each account run one task at a time in this process. A second one does not wait. */
export class OnePerAccount {
  private readonly running = new Set<string>();

  /** @param inProgress creates the error of a second task */
  constructor(private readonly inProgress: () => DomainError) {}

  /** @throws DomainError `inProgress` while another task of the account runs; errors of the task */
  async run<T>(accountId: string, task: () => Promise<T>): Promise<T> {
    if (this.running.has(accountId)) throw this.inProgress();
    this.running.add(accountId);
    try {
      return await task();
    } finally {
      this.running.delete(accountId);
    }
  }
}
