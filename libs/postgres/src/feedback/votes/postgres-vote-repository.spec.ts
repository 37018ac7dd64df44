import { voteRepositoryContract } from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../../testing';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  voteRepositoryContract(name, async () => itemAdapters(await sharedDataSource(as)));
}
