import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { Event } from '@libs/webhooks';
import type { WebhooksUnderTest } from '@libs/webhooks/testing';
import type { DataSource } from 'typeorm';
import { PostgresAccountRepository } from '../src/accounts/account/postgres-account-repository';
import { MembershipSchema } from '../src/accounts/memberships/membership.schema';
import { PersonSchema } from '../src/accounts/people/person.schema';
import { poolOf } from '../src/connection/data-source';
import { asPublisher } from '../src/events/as-publisher';
import { maintainEventPartitions } from '../src/events/event-partitions';
import { PostgresEventLog } from '../src/events/postgres-event-log';
import { publishAll } from './publish-all';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresDeliveryLog } from '../src/webhooks/postgres-delivery-log';
import { PostgresDeliveryQueue } from '../src/webhooks/postgres-delivery-queue';
import { PostgresEndpointRepository } from '../src/webhooks/postgres-endpoint-repository';

/** The adapters of webhooks in PostgreSQL. Every number of rows at once is small, so that tests need several. */
export async function webhooksInPostgres(dataSource: DataSource): Promise<WebhooksUnderTest> {
  const pool = poolOf(dataSource);
  const accounts = new PostgresAccountRepository(dataSource);
  const items = new PostgresFeedbackRepository(dataSource);
  const log = new PostgresEventLog(dataSource);
  await maintainEventPartitions(pool, 30, new Date());

  const publish = () => publishAll(pool);
  /** Publishes what `change` records, and returns the last event. */
  const published = async (accountId: string, change: () => Promise<unknown>): Promise<Event> => {
    const after = await log.last();
    await change();
    await publish();
    return (await log.list(accountId, { after, limit: 100 })).events.at(-1)!.event;
  };
  return {
    endpoints: new PostgresEndpointRepository(dataSource, 2),
    deliveries: new PostgresDeliveryLog(dataSource, 3),
    queue: new PostgresDeliveryQueue(dataSource),
    addAccount: async () => {
      const account = anAccount();
      await accounts.add(account, aPerson());
      return account.id;
    },
    removeAccount: async (accountId) => void (await accounts.remove(accountId, new Date())),
    demote: async (accountId, personId) => {
      const person = aPerson({ id: personId });
      await dataSource.manager.insert(PersonSchema, person);
      const membership = { accountId, personId, role: 'viewer', createdAt: new Date() } as const;
      await dataSource.manager.insert(MembershipSchema, membership);
    },
    setSuspended: async (accountId, isSuspended) => {
      const suspendedAt = isSuspended ? new Date() : null;
      await accounts.revise(accountId, (current) => ({ ...current, suspendedAt }));
    },
    create: (accountId, title, at = new Date()) =>
      published(accountId, async () => {
        await items.add(aFeedback({ accountId, title }), SYSTEM);
        await asPublisher(pool, (client) => client.query('UPDATE feedback_changes SET at = $1', [at]));
      }),
    deleteItem: (accountId, itemId) =>
      published(accountId, () => items.remove(accountId, itemId, 'any', SYSTEM)),
    publish,
    dropEvents: () => asPublisher(pool, async (client) => void (await client.query('DELETE FROM events'))),
  };
}
