import { randomBytes, randomUUID } from 'node:crypto';
import { parse } from '@libs/kernel';
import {
  anEndpoint,
  aResult,
  InMemoryWebhooks,
  webhooksInMemory,
  type WebhooksUnderTest,
} from '../../testing';
import type { Endpoint } from '../endpoints/endpoint';
import { EndpointUseCases } from '../endpoints/endpoint.use-cases';
import { SecretBox } from '../signing/secret-box';
import type { DeliveryQuery } from './delivery.ports';
import { replayRule } from './delivery.rules';
import { DeliveryUseCases } from './delivery.use-cases';
import { payloadOf, testEvent } from './payload';

const APP = 'https://feedback.example.com/app';
const HOUR_MS = 3_600_000;
const WEBHOOK_NOT_FOUND = { kind: 'not_found', code: 'webhook_not_found' };
const DELIVERY_NOT_FOUND = { kind: 'not_found', code: 'delivery_not_found', message: 'Delivery not found' };
const DISABLED = {
  kind: 'conflict',
  code: 'webhook_disabled',
  message: 'The webhook is disabled; set its status to active first',
};
const UNAVAILABLE = {
  kind: 'conflict',
  code: 'event_unavailable',
  message: 'The event can no longer be sent because its data was deleted',
};

/** webhooks.md 2 */
describe('DeliveryUseCases', () => {
  let webhooks: WebhooksUnderTest;
  let deliveries: DeliveryUseCases;
  let announced: number;
  let accountId: string;
  let endpoint: Endpoint;

  beforeEach(async () => {
    webhooks = webhooksInMemory(new InMemoryWebhooks());
    announced = 0;
    const endpoints = new EndpointUseCases(
      webhooks.endpoints,
      { problemOf: async () => null },
      new SecretBox(randomBytes, randomBytes(32)),
      () => new Date(),
      () => randomUUID(),
      randomBytes,
    );
    deliveries = new DeliveryUseCases(
      webhooks.deliveries,
      endpoints,
      // After all events.
      () => new Date(Date.now() + 1_000),
      APP,
      () => announced++,
    );
    accountId = await webhooks.addAccount();
    endpoint = await addEndpoint({ events: ['feedback.created', 'feedback.deleted'] });
  });

  const addEndpoint = async (more: Partial<Endpoint> = {}) => {
    const added = anEndpoint({ accountId, ...more });
    await webhooks.endpoints.add(added, 50);
    return added;
  };
  const create = (title: string) => webhooks.create(accountId, title);
  const disable = () => webhooks.endpoints.disable(accountId, endpoint.id, 'gone', new Date());
  const list = async (more: Partial<DeliveryQuery> = {}) =>
    (await deliveries.list(accountId, endpoint.id, { limit: 20, ...more })).items;
  /** Attempts the due deliveries. */
  const attempt = async (status: 'succeeded' | 'failed') => {
    const claimed = await webhooks.queue.claim(new Date(), 100);
    await webhooks.queue.record(claimed.map((delivery) => aResult(delivery, { status })));
  };
  const retry = (id: string) => deliveries.retry(accountId, endpoint.id, id);
  const replay = (fields: object) => deliveries.replay(accountId, endpoint.id, parse(replayRule, fields));
  const since = new Date(Date.now() - HOUR_MS).toISOString();

  it.each([randomUUID(), 'abc', '', "'; --"])('finds no endpoint with the ID %j', async (id) => {
    const calls = [
      deliveries.list(accountId, id, { limit: 20 }),
      deliveries.read(accountId, id, id),
      deliveries.test(accountId, id),
      deliveries.retry(accountId, id, id),
      deliveries.replay(accountId, id, parse(replayRule, { since })),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject(WEBHOOK_NOT_FOUND);
    expect(announced).toBe(0);
  });

  it.each([randomUUID(), 'abc', '', "'; --"])('finds no delivery with the ID %j', async (id) => {
    await create('a');
    await expect(deliveries.read(accountId, endpoint.id, id)).rejects.toMatchObject(DELIVERY_NOT_FOUND);
    await expect(retry(id)).rejects.toMatchObject(DELIVERY_NOT_FOUND);
  });

  it('does not find deliveries of another account or endpoint', async () => {
    await create('a');
    const [delivery] = await list();
    const other = await addEndpoint();
    await expect(deliveries.read(randomUUID(), endpoint.id, delivery!.id)).rejects.toMatchObject(
      WEBHOOK_NOT_FOUND,
    );
    await expect(deliveries.read(accountId, other.id, delivery!.id)).rejects.toMatchObject(
      DELIVERY_NOT_FOUND,
    );
  });

  it('lists a page of the deliveries, newest first', async () => {
    for (const title of ['a', 'b', 'c']) await create(title);
    const all = await list();
    const times = all.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const page = (query: Partial<DeliveryQuery>) =>
      deliveries.list(accountId, endpoint.id.toUpperCase(), { limit: 2, ...query });
    expect(await page({})).toEqual({ items: all.slice(0, 2), hasMore: true });
    expect(await page({ before: all[1]!.id })).toEqual({ items: all.slice(2), hasMore: false });
  });

  describe('read', () => {
    it('returns a delivery with the body that is sent', async () => {
      endpoint = await addEndpoint({ payload: 'thin' });
      const event = await create('a');
      const [delivery] = await list();
      const read = (id: string) => deliveries.read(accountId, endpoint.id, id);
      expect(await read(delivery!.id)).toEqual({ delivery, payload: payloadOf(event, 'thin', APP) });
      expect(await read(delivery!.id.toUpperCase())).toMatchObject({ delivery });
      await webhooks.dropEvents();
      expect(await read(delivery!.id)).toEqual({ delivery, payload: null });
    });

    it('returns the body of a test', async () => {
      const id = await deliveries.test(accountId, endpoint.id);
      const { delivery, payload } = await deliveries.read(accountId, endpoint.id, id);
      expect(payload).toBe(JSON.stringify(testEvent(delivery.eventId, delivery.createdAt.toISOString())));
    });
  });

  describe('test', () => {
    it('queues a test, and announces it', async () => {
      const id = await deliveries.test(accountId, endpoint.id);
      expect(await list()).toMatchObject([{ id, eventType: 'webhook.test', status: 'pending' }]);
      expect(announced).toBe(1);
    });

    it('rejects a disabled endpoint', async () => {
      await disable();
      await expect(deliveries.test(accountId, endpoint.id)).rejects.toMatchObject(DISABLED);
      expect([await list(), announced]).toEqual([[], 0]);
    });
  });

  describe('retry', () => {
    it('queues a delivery again, announces it, and returns its ID', async () => {
      await create('a');
      await attempt('succeeded');
      const [delivery] = await list();
      expect(await retry(delivery!.id.toUpperCase())).toBe(delivery!.id);
      expect(await list()).toMatchObject([{ id: delivery!.id, status: 'pending' }]);
      expect(announced).toBe(1);
    });

    it('sends a test again', async () => {
      const id = await deliveries.test(accountId, endpoint.id);
      await attempt('failed');
      await retry(id);
      expect(await list()).toMatchObject([{ id, status: 'pending' }]);
    });

    it('rejects a delivery of a deleted item, except that of the deletion', async () => {
      const event = await create('a');
      await webhooks.deleteItem(accountId, event.data.feedback!.id);
      await attempt('failed');
      const [deletion, creation] = await list();
      await expect(retry(creation!.id)).rejects.toMatchObject(UNAVAILABLE);
      expect(await retry(deletion!.id)).toBe(deletion!.id);
    });

    it('rejects a delivery whose event was removed', async () => {
      await create('a');
      await webhooks.dropEvents();
      await expect(retry((await list())[0]!.id)).rejects.toMatchObject(UNAVAILABLE);
      expect(announced).toBe(0);
    });

    it('rejects a disabled endpoint', async () => {
      await create('a');
      await disable();
      await expect(retry((await list())[0]!.id)).rejects.toMatchObject(DISABLED);
      expect(await list()).toMatchObject([{ status: 'cancelled' }]);
      expect(announced).toBe(0);
    });
  });

  describe('replay', () => {
    beforeEach(async () => {
      await create('a');
      await attempt('failed');
    });

    it('queues events until the present, announces them, and returns their number', async () => {
      expect(await replay({ since })).toBe(1);
      expect(await list()).toMatchObject([{ status: 'pending' }]);
      expect(announced).toBe(1);
      expect(await replay({ since })).toBe(0);
    });

    it('only counts in a dry run, also for a disabled endpoint', async () => {
      await disable();
      expect(await replay({ since, dry_run: true })).toBe(1);
      expect(await list()).toMatchObject([{ status: 'failed' }]);
      expect(announced).toBe(0);
      await expect(replay({ since, dry_run: false })).rejects.toMatchObject(DISABLED);
      await expect(replay({ since })).rejects.toMatchObject(DISABLED);
      expect(announced).toBe(0);
    });

    it('excludes events before and after the span', async () => {
      const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
      expect(await replay({ since: at(-60), until: at(-1), dry_run: true })).toBe(0);
      expect(await replay({ since: at(-1), until: at(1), dry_run: true })).toBe(1);
      expect(await replay({ since: at(1), dry_run: true })).toBe(0);
    });

    it('rejects a span that ends before it starts', async () => {
      const until = new Date(Date.parse(since) - 1).toISOString();
      await expect(replay({ since, until })).rejects.toMatchObject({
        kind: 'validation',
        message: 'Invalid value for until: must not be before since',
      });
      expect(await replay({ since, until: since })).toBe(0);
    });
  });
});

/** webhooks.md 2 */
describe('replayRule', () => {
  it.each<[object, string]>([
    [{}, 'Missing required field: since'],
    [{ since: 'yesterday' }, 'Invalid value for since: must be a date and time with its offset'],
    [{ since: '2026-03-03T10:00:00Z', until: null }, 'Field must not be null: until'],
    [{ since: '2026-03-03T10:00:00Z', dry_run: 'yes' }, 'Field must be a boolean: dry_run'],
    [{ since: '2026-03-03T10:00:00Z', limit: 1 }, 'Unknown field: limit'],
  ])('rejects %j', (fields, message) => expect(() => parse(replayRule, fields)).toThrow(message));

  it('converts times to UTC', () => {
    const until = '2026-03-04T00:00:00Z';
    expect(parse(replayRule, { since: '2026-03-03T10:00:00+01:00', until, dry_run: true })).toEqual({
      since: '2026-03-03T09:00:00.000Z',
      until: '2026-03-04T00:00:00.000Z',
      dry_run: true,
    });
  });
});
