interface Waiting {
  readonly accountId: string;
  readonly start: () => void;
}

/**
 * Work that may take seconds goes in turns: so much of it at once in all, so much of one account, and the rest waits.
 * Whoever has least under way comes next, and of one account what came first. Without this, one account whose texts
 * are made to be slow to search could keep every connection busy and all other accounts out.
 */
export class Turns {
  private readonly running = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private total = 0;

  constructor(
    private readonly max: number,
    private readonly maxPerAccount: number,
  ) {}

  async inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    if (this.isFree(accountId)) this.begin(accountId);
    else await new Promise<void>((start) => this.waiting.push({ accountId, start }));
    try {
      return await work();
    } finally {
      this.end(accountId);
    }
  }

  private isFree(accountId: string): boolean {
    return this.total < this.max && this.runningOf(accountId) < this.maxPerAccount;
  }

  private begin(accountId: string): void {
    this.total++;
    this.running.set(accountId, this.runningOf(accountId) + 1);
  }

  private end(accountId: string): void {
    this.total--;
    const rest = this.runningOf(accountId) - 1;
    if (rest > 0) this.running.set(accountId, rest);
    else this.running.delete(accountId);
    const next = this.next();
    if (!next) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.begin(next.accountId);
    next.start();
  }

  private next(): Waiting | undefined {
    let least = this.maxPerAccount;
    let next: Waiting | undefined;
    for (const waiting of this.waiting) {
      const running = this.runningOf(waiting.accountId);
      if (running < least) [least, next] = [running, waiting];
      if (least === 0) break;
    }
    return next;
  }

  private runningOf(accountId: string): number {
    return this.running.get(accountId) ?? 0;
  }
}
