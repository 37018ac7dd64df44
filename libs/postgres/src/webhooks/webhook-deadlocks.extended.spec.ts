import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { AttemptResult, ClaimedDelivery } from '@libs/webhooks';
import { anEndpoint, aResult, type WebhooksUnderTest } from '@libs/webhooks/testing';
import type { DataSource } from 'typeorm';
import { testDataSource, webhooksInPostgres } from '../../testing';
import { poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';

const ROUNDS = 40;
const ROUND_MS = 500;
const WORKERS = 9;
/** Few, so that much happens to each. */
const ENDPOINTS = 2;
const ITEMS_MAX = 3;
const HOUR_MS = 3_600_000;

const below = (n: number) => Math.floor(Math.random() * n);
const oneOf = <T>(values: readonly T[]): T | undefined => values[below(values.length)];

/** Violations of what holds while nothing runs. */
const INVALID = {
  'deliveries without an endpoint': `SELECT FROM webhook_deliveries WHERE endpoint_id NOT IN (SELECT id FROM webhook_endpoints)`,
  'pending deliveries of an endpoint that is not active': `
    SELECT FROM webhook_deliveries JOIN webhook_endpoints endpoint ON endpoint.id = endpoint_id
    WHERE webhook_deliveries.status = 'pending' AND endpoint.status <> 'active'`,
  'pending deliveries without a time, or others with one': `
    SELECT FROM webhook_deliveries WHERE (status = 'pending') <> (due_at IS NOT NULL)`,
  'claims that are not pending': `SELECT FROM webhook_deliveries WHERE is_claimed AND status <> 'pending'`,
  'counts without an endpoint': `SELECT FROM webhook_hours WHERE endpoint_id NOT IN (SELECT id FROM webhook_endpoints)`,
};

/** webhooks.md 1, webhooks.md 2 */
it('Everything that changes endpoints and deliveries runs at the same time without an error', async () => {
  const dataSource: DataSource = await testDataSource();
  const webhooks: WebhooksUnderTest = await webhooksInPostgres(dataSource);
  const items = new PostgresFeedbackRepository(dataSource);
  const accountId = await webhooks.addAccount();
  const itemIds: string[] = [];
  const endpointIds: string[] = [];
  const counts = new Map<string, number>();

  const add = async () => {
    const endpoint = anEndpoint({ accountId });
    if ((await webhooks.endpoints.add(endpoint, ENDPOINTS)) === 'added') endpointIds.push(endpoint.id);
  };
  const setStatus = (id: string, status: 'active' | 'disabled') =>
    webhooks.endpoints.change(accountId, id, (current) => ({ ...current, status }));
  const outcomeOf = (delivery: ClaimedDelivery): AttemptResult => {
    const status = oneOf(['succeeded', 'failed', 'pending'] as const)!;
    if (status !== 'pending') return aResult(delivery, { status });
    return aResult(delivery, { status, nextAttemptAt: new Date() });
  };
  const someDelivery = async (id: string) =>
    oneOf(await webhooks.deliveries.list(accountId, id, { limit: 50 }))?.id;
  const span = () => ({ since: new Date(Date.now() - HOUR_MS), until: new Date() });

  /** The work of one step for a random endpoint. */
  const STEPS: Readonly<Record<string, (endpointId: string) => Promise<unknown>>> = {
    addItem: async () => {
      if (itemIds.length >= ITEMS_MAX) return;
      const item = aFeedback({ accountId });
      await items.add(item, SYSTEM);
      itemIds.push(item.id);
    },
    changeItem: async () => {
      const id = oneOf(itemIds);
      const revision = { change: { title: `Title ${below(1e6)}` }, expected: 'any', by: SYSTEM } as const;
      if (id) await items.revise(accountId, id, { ...revision, at: new Date().toISOString() });
    },
    deleteItem: async () => {
      const id = itemIds.length === ITEMS_MAX && itemIds.splice(below(itemIds.length), 1)[0];
      if (id) await items.remove(accountId, id, 'any', SYSTEM);
    },
    publish: () => webhooks.publish(),
    deliver: async () => {
      const claimed = await webhooks.queue.claim(new Date(), 1 + below(20));
      await webhooks.queue.record(claimed.map(outcomeOf));
    },
    addEndpoint: add,
    disable: (id) => webhooks.endpoints.disable(accountId, id, 'gone', new Date()),
    setStatus: (id) => setStatus(id, oneOf(['active', 'active', 'disabled'] as const)!),
    remove: async (id) => {
      if (await webhooks.endpoints.remove(accountId, id)) endpointIds.splice(endpointIds.indexOf(id), 1);
    },
    reseal: () => webhooks.endpoints.resealAll(() => Uint8Array.of(below(256))),
    test: (id) => webhooks.deliveries.addTest(accountId, id, new Date()),
    retry: async (id) => {
      const delivery = await someDelivery(id);
      if (delivery) await webhooks.deliveries.retry(accountId, id, delivery, new Date());
    },
    replay: (id) => webhooks.deliveries.replay(accountId, id, span(), new Date()),
    purge: () => webhooks.queue.removeBefore(new Date(Date.now() - 2 * ROUND_MS)),
  };
  const work = async (end: number) => {
    while (performance.now() < end) {
      const name = oneOf(Object.keys(STEPS))!;
      await STEPS[name]!(oneOf(endpointIds) ?? accountId);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    const end = performance.now() + ROUND_MS;
    await Promise.all(Array.from({ length: WORKERS }, () => work(end)));
    for (const [name, statement] of Object.entries(INVALID)) {
      const found = await asPublisher(poolOf(dataSource), (client) => client.query(statement));
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  }
  expect([...counts.keys()].sort()).toEqual(Object.keys(STEPS).sort());
});
