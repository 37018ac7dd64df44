import { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryWaitingVoteRepository } from '../votes/in-memory-waiting-vote-repository';

/** The repository of items in memory, their requests, their votes, and their followers. */
export function inMemoryAdapters() {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  const waitingVotes = new InMemoryWaitingVoteRepository(items, followers, items.requests);
  const { tags, requests, votes } = items;
  return { items, lists: items, tags, requests, votes, followers, waitingVotes };
}
