import type { VoteUseCases, WaitingVoteUseCases } from '@libs/feedback';
import { RecurringJob } from '../recurring-job';

const EVERY_MS = 3_600_000;

/**
 * Deletes every hour the hashes of networks that are no longer compared (votes.md 2), and votes that were not confirmed in
 * time (votes.md 9).
 */
export class VoterPurge extends RecurringJob {
  constructor(
    private readonly votes: Pick<VoteUseCases, 'forgetNetworks'>,
    private readonly waiting: Pick<WaitingVoteUseCases, 'forget'>,
  ) {
    super({ everyMs: EVERY_MS, failure: 'Could not forget old votes; retrying in one hour' });
  }

  protected async runOnce(): Promise<void> {
    await this.votes.forgetNetworks();
    await this.waiting.forget();
  }
}
