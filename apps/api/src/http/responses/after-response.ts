/** Work that goes on after its response, so that no duration tells what is stored. */
export class AfterResponse {
  private readonly running = new Set<Promise<void>>();

  /** @param warn logs a failure, because no one waits for the work */
  constructor(private readonly warn: (error: Error) => void) {}

  add(work: Promise<void>): void {
    const run = work.catch(this.warn).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Waits for the work, also for what is added meanwhile, before the service stops. */
  async end(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
