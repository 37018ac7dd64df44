import { anAccountId } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { sharedDataSource } from '../../testing';
import { PostgresPublicCardFinder } from '../feedback/public-cards/postgres-public-card-finder';
import { PostgresSimilarItemFinder } from '../feedback/similar/postgres-similar-item-finder';
import { PostgresTagRepository } from '../feedback/tags/postgres-tag-repository';
import { PostgresStatusMessageRepository } from '../followers/status-messages/postgres-status-message-repository';
import { ReadScope } from '../replicas/read-scope';
import { PostgresDeliveryLog } from '../webhooks/postgres-delivery-log';
import { AccountScope } from './account-scope';

/** rate-limits.md 6, similar.md 2, status-messages.md 6 */
it.each<[string, (dataSource: DataSource, accountId: string) => Promise<unknown>]>([
  [
    'similar items',
    (dataSource, id) => new PostgresSimilarItemFinder(new ReadScope(dataSource)).findCandidates(id, 'dark'),
  ],
  [
    'similar cards',
    (dataSource, id) => new PostgresPublicCardFinder(dataSource).listSimilar(id, ['planned'], 1, 'dark'),
  ],
  ['tags with their counts', (dataSource, id) => new PostgresTagRepository(dataSource).list(id)],
  [
    'the people who follow items',
    (dataSource, id) => new PostgresStatusMessageRepository(dataSource).audience(id, []),
  ],
  [
    'deliveries of a status',
    (dataSource, id) =>
      new PostgresDeliveryLog(dataSource).list(id, anAccountId(), { status: 'failed', limit: 1 }),
  ],
  [
    'deliveries of a type of event',
    (dataSource, id) =>
      new PostgresDeliveryLog(dataSource).list(id, anAccountId(), {
        eventType: 'feedback.created',
        limit: 1,
      }),
  ],
])('a read of %s waits while two slow reads of the account run', async (_, read) => {
  const dataSource = await sharedDataSource();
  const accountId = anAccountId();
  const { slowReads } = new AccountScope(dataSource);
  let free = () => {};
  const blocked = new Promise<void>((resolve) => (free = resolve));
  const running = Array.from({ length: 2 }, () => slowReads.run(accountId, () => blocked));
  const waiting = read(dataSource, accountId);
  expect(slowReads.waitingCount).toBe(1);
  free();
  await Promise.all([...running, waiting]);
});
