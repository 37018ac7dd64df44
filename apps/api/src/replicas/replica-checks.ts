import { RecurringJob } from '../recurring-job';

const CHECK_MS = 200;

interface CheckedReplicas {
  /** @param at milliseconds of a clock that never goes back. Rejects if the primary is unavailable */
  check(at: number): Promise<void>;
  close(): Promise<void>;
}

/** Keeps what is known about the replicas up to date, and closes their connections after the last request. */
export class ReplicaChecks extends RecurringJob {
  constructor(private readonly replicas: CheckedReplicas) {
    super({ everyMs: CHECK_MS, firstMs: 0, failure: 'Could not check the replicas', level: 'warn' });
  }

  /** Without the primary, replicas are not used, and requests report that it is unavailable. */
  protected async runOnce(): Promise<void> {
    await this.replicas.check(performance.now());
  }

  onApplicationShutdown(): Promise<void> {
    return this.replicas.close();
  }
}
