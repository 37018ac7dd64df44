import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { voteRepositoryContract } from './vote-repository.contract';

voteRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, lists: items, requests: items.requests, votes: items.votes };
});
