import type { VoteUseCases } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/** Deletes the hashes of networks every hour that are no longer compared (votes.md 2). */
export class VoterPurge extends RecurringJob {
  constructor(private readonly votes: Pick<VoteUseCases, 'forgetNetworks'>) {
    super({ everyMs: EVERY_MS, failure: 'Could not delete hashes of old votes; retrying in one hour' });
  }

  protected runOnce(): Promise<void> {
    return this.votes.forgetNetworks();
  }
}
