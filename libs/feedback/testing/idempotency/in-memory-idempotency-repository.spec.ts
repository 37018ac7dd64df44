import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import { aFeedback } from '../items/feedback-builders';
import { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { idempotencyContract } from './idempotency.contract';
import { NOON } from './idempotency-ledger';
import { idempotencyProperties } from './idempotency.properties';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryIdempotencyRepository } from './in-memory-idempotency-repository';

const adapters = async () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  const writes = new InMemoryIdempotencyRepository(items, undefined, followers);
  const addRecords = async (accountId: string, count: number) => {
    for (let i = 0; i < count; i++) {
      const request = { client: randomUUID(), key: 'k', fingerprint: 'f' };
      await writes.add(aFeedback({ accountId, created_at: NOON }), SYSTEM, request, () => '');
    }
  };
  return { items, lists: items, writes, followers, addRecords };
};
idempotencyContract('in memory', adapters);
idempotencyProperties('in memory', adapters, 100);
