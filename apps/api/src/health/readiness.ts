import type { LoggerService } from '@nestjs/common';

type Log = Pick<LoggerService, 'warn'>;

/** Below the time limits of health checks, which are often 2 seconds. */
const LIMIT_MS = 1_500;
const NO_RESPONSE = 'the database does not respond';

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

  /** Resolves within 1.5 seconds: false if the database has not responded by then. */
  async isReady(): Promise<boolean> {
    if (this.isShuttingDown) return false;
    this.check ??= this.start();
    const problem = await this.inTime(this.check);
    if (problem !== this.lastProblem) this.report(problem);
    return problem === null && !this.isShuttingDown;
  }

  /** Makes the instance not ready, permanently. */
  shutDown(): void {
    this.isShuttingDown = true;
  }

  /** A check that took too long ends with an error of the driver, for the same cause. It is not another problem. */
  private async start(): Promise<string | null> {
    const startedAt = performance.now();
    const problem = await this.findProblem().finally(() => (this.check = undefined));
    return problem !== null && performance.now() - startedAt >= LIMIT_MS ? NO_RESPONSE : problem;
  }

  private inTime(check: Promise<string | null>): Promise<string | null> {
    let timer: NodeJS.Timeout;
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(NO_RESPONSE), LIMIT_MS);
    });
    return Promise.race([check, timeout]).finally(() => clearTimeout(timer));
  }

  private report(problem: string | null): void {
    this.lastProblem = problem;
    if (problem === null) this.log.warn('Ready again');
    else this.log.warn(`Not ready: ${problem}`);
  }
}
