import { idempotencyContract } from './idempotency.contract';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryIdempotencyRepository } from './in-memory-idempotency-repository';

idempotencyContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, writes: new InMemoryIdempotencyRepository(items) };
});
