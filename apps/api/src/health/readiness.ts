import type { LoggerService } from '@nestjs/common';

type Log = Pick<LoggerService, 'warn'>;

/** Whether this instance should get requests. Logs each change. */
export class Readiness {
  private isShuttingDown = false;
  private check: Promise<string | null> | undefined;
  private lastProblem: string | null = null;

  /** @param findProblem returns why the database can't be used, or null. One call runs at a time. */
  constructor(
    private readonly findProblem: () => Promise<string | null>,
    private readonly log: Log,
  ) {}

  async isReady(): Promise<boolean> {
    if (this.isShuttingDown) return false;
    this.check ??= this.findProblem().finally(() => (this.check = undefined));
    const problem = await this.check;
    if (problem !== this.lastProblem) this.report(problem);
    return problem === null && !this.isShuttingDown;
  }

  /** Makes the instance not ready, permanently. */
  shutDown(): void {
    this.isShuttingDown = true;
  }

  private report(problem: string | null): void {
    this.lastProblem = problem;
    if (problem === null) this.log.warn('Ready again');
    else this.log.warn(`Not ready: ${problem}`);
  }
}
