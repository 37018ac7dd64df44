import { randomUUID } from 'node:crypto';
import type { DeliveryLog, DeliveryQueue, EndpointRepository, Event } from '../src';
import { anEvent } from './event-log.contract';
import { InMemoryDeliveryLog } from './in-memory-delivery-log';
import { InMemoryDeliveryQueue } from './in-memory-delivery-queue';
import { InMemoryEndpointRepository } from './in-memory-endpoint-repository';
import { InMemoryWebhooks } from './in-memory-webhooks';

/** Adapters of the ports on one store, and what else changes the store. */
export interface WebhooksUnderTest {
  readonly endpoints: EndpointRepository;
  readonly deliveries: DeliveryLog;
  readonly queue: DeliveryQueue;
  /** Returns the ID of a new account. */
  addAccount(): Promise<string>;
  /** Removes an account, but not its webhooks. */
  removeAccount(accountId: string): Promise<void>;
  /** Takes the role from a person. */
  demote(accountId: string, personId: string): Promise<void>;
  /** Suspends or resumes an account. */
  setSuspended(accountId: string, isSuspended: boolean): Promise<void>;
  /** Adds an item, and publishes the event. @param at when it was recorded */
  create(accountId: string, title: string, at?: Date): Promise<Event>;
  /** Deletes an item, and publishes the event. */
  deleteItem(accountId: string, itemId: string): Promise<Event>;
  /** Publishes events that the adapters have recorded. */
  publish(): Promise<void>;
  /** Removes the events of all accounts, as after their retention period. */
  dropEvents(): Promise<void>;
}

export function webhooksInMemory(store = new InMemoryWebhooks()): WebhooksUnderTest {
  return {
    endpoints: new InMemoryEndpointRepository(store),
    deliveries: new InMemoryDeliveryLog(store),
    queue: new InMemoryDeliveryQueue(store),
    addAccount: async () => randomUUID(),
    removeAccount: async (accountId) => void store.removedAccounts.add(accountId),
    demote: async (_, personId) => void store.demoted.add(personId),
    setSuspended: async (accountId, isSuspended) => {
      if (isSuspended) store.suspendedAccounts.add(accountId);
      else store.suspendedAccounts.delete(accountId);
    },
    create: async (accountId, title, at = new Date()) => {
      const data = { feedback: { id: randomUUID(), title }, version: 1 };
      return store.publish(accountId, anEvent('feedback.created', { timestamp: at.toISOString(), data }));
    },
    deleteItem: async (accountId, itemId) => store.deleteItem(accountId, itemId),
    publish: async () => {},
    dropEvents: async () => {
      for (const source of store.events) source.event = null;
    },
  };
}
