import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { memberActor, parse } from '@libs/kernel';
import { PostgresDeliveryQueue } from '@libs/postgres';
import { EndpointUseCases, newEndpointRule, SecretBox } from '@libs/webhooks';
import { readConfig } from '../src/config';
import { DeliveryAttempts } from '../src/webhooks/sending/delivery-attempts';
import { DeliverySender } from '../src/webhooks/sending/delivery-sender';
import { UrlPolicy } from '../src/webhooks/sending/url-policy';
import { EventPublication } from '../src/events/event-publication';
import { Client } from './support/client';
import { Receiver } from './support/receiver';
import { dataDirectory, ServiceProcess, WorkerProcess } from './support/process';
import type { Service } from './support/service';
import { useService } from './support/use-service';

const KILLS = 40;
/** A worker is killed at the latest after this number of deliveries. */
const DELIVERIES_MAX = 20;
const WORKERS = 2;
const CREATES_AT_ONCE = 5;
const BACKLOG = 100;
const SECRET_ENCRYPTION_KEY = randomBytes(32).toString('base64');
/** Lets webhooks reach the receivers of the test. */
const LOCAL = { WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', SECRET_ENCRYPTION_KEY };
const base = '/api/v1/feedback';

/** webhooks.md 2 */
describe('deliveries', () => {
  const { service, client } = useService({ ...LOCAL, WORKER: 'off' });
  let receiver: Receiver;

  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.stop());

  /** Returns the titles of created items that the receiver got. */
  const received = () =>
    new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.feedback.title as string));
  /** Creates a webhook for created items. */
  const subscribe = (to: Service, accountId: string, url: string) => {
    const endpoint = parse(newEndpointRule, { url, events: ['feedback.created'] });
    return to.get(EndpointUseCases).create(accountId, endpoint, memberActor(accountId));
  };
  const until = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) await new Promise((next) => setTimeout(next, 20));
  };

  it('are repeated while an endpoint responds with 500 for an hour, and then arrive', async () => {
    const { id: accountId, key } = await service.account();
    await subscribe(service, accountId, receiver.url);
    await client.call('POST', base, { key, body: { title: 'Dark mode' } });
    const admin = await service.connectAsAdmin();
    await until(async () => (await admin.query('SELECT FROM webhook_deliveries')).rowCount === 1);
    const start = Date.now();
    let now = start;
    const end = start + 3_600_000;
    receiver.respond = (response) => void response.writeHead(now < end ? 500 : 204).end();
    const sender = new DeliverySender(new UrlPolicy(readConfig(LOCAL), async () => ['127.0.0.1']));
    const attempts = new DeliveryAttempts(
      sender,
      service.get(SecretBox),
      () => new Date(now),
      'https://feedback.example.com/app',
      () => 0.5,
    );
    const queue = new PostgresDeliveryQueue(service.dataSource);
    const waits: number[] = [];
    for (;;) {
      const [delivery] = await queue.claim(new Date(now), 10);
      const result = (await attempts.attempt(delivery!, new AbortController().signal))!;
      await queue.record([result]);
      if (result.status !== 'pending') break;
      waits.push((result.nextAttemptAt.getTime() - now) / 1000);
      now = result.nextAttemptAt.getTime();
    }
    expect(waits).toEqual([5, 300, 1800, 7200]);
    expect(new Set(receiver.requests.map(({ id, body }) => id + body)).size).toBe(1);
    sender.close();
  });

  it('arrive for every acknowledged change, although PostgreSQL is killed', async () => {
    const data = dataDirectory();
    const env = { ...LOCAL, DATA_DIR: data.path, RATE_LIMIT_HOUR_FREE: '0', RATE_LIMIT_MINUTE_FREE: '0' };
    const service = await ServiceProcess.start(env);
    const key = await service.accountKey();
    const client = new Client(service);
    const endpoint = { url: receiver.url, events: ['feedback.created'] };
    expect((await client.call('POST', '/api/v1/webhooks', { key, body: endpoint })).status).toBe(201);
    const acknowledged = new Set<string>();
    const create = async (count: number) => {
      for (let end = acknowledged.size + count; acknowledged.size < end;) {
        const title = `Item ${acknowledged.size}`;
        const { status } = await client.call('POST', base, { key, body: { title } });
        if (status === 201) acknowledged.add(title);
      }
    };
    await create(20);
    process.kill(data.postgresPid(), 'SIGKILL');
    await create(20);
    await until(() => [...acknowledged].every((title) => received().has(title)));
    client.close();
    await service.kill('SIGTERM');
    await data.remove();
  });

  describe('by the service', () => {
    const { service, client } = useService(LOCAL);

    it('to other endpoints do not wait for one that does not respond', async () => {
      const { id: accountId, key } = await service.account();
      const waiting = new Set<ServerResponse>();
      let waitingMax = 0;
      receiver.respond = (response, { path }) => {
        if (path !== '/slow') return void response.writeHead(204).end();
        waiting.add(response.once('close', () => waiting.delete(response)));
        waitingMax = Math.max(waitingMax, waiting.size);
      };
      const paths = ['slow', ...Array.from({ length: 49 }, (_, i) => String(i))];
      for (const path of paths) await subscribe(service, accountId, new URL(path, receiver.url).href);
      for (let i = 0; i < 20; i++) await client.call('POST', base, { key, body: { title: `Item ${i}` } });
      const receivedBy = (isSlow: boolean) =>
        new Set(
          receiver.requests
            .filter(({ path }) => (path === '/slow') === isSlow)
            .map(({ path, id }) => `${path} ${id}`),
        ).size;
      await until(() => receivedBy(false) === 49 * 20 && waitingMax >= 5);
      expect(waitingMax).toBe(5);
      receiver.respond = (response) => void response.writeHead(204).end();
      for (const response of waiting) response.writeHead(204).end();
      await until(() => receivedBy(true) === 20);
    });
  });

  describe('by workers', () => {
    const { service, client } = useService({ ...LOCAL, WORKER: 'off' });

    it(`arrive for every committed change, with one ID each, although workers are killed ${KILLS} times`, async () => {
      // Only the workers publish, so they are killed while they publish, too.
      await service.get(EventPublication).onModuleDestroy();
      const { id: accountId, key } = await service.account();
      await subscribe(service, accountId, receiver.url);
      const env = { ...LOCAL, DATABASE_URL: service.database.url };
      const admin = await service.connectAsAdmin();
      /** As if the time of the claims of killed workers had passed. */
      const endClaims = () => admin.query('UPDATE webhook_deliveries SET due_at = now() WHERE is_claimed');
      const committed = new Set<string>();
      let kills = 0;
      let n = 0;
      const killWorkers = async () => {
        while (kills < KILLS) {
          const worker = await WorkerProcess.start(env);
          const enough = receiver.requests.length + Math.random() * DELIVERIES_MAX;
          await until(() => receiver.requests.length >= enough || kills >= KILLS);
          kills++;
          await worker.kill('SIGKILL');
          await endClaims();
        }
      };
      const create = async () => {
        while (kills < KILLS) {
          const title = `Item ${++n}`;
          const { status } = await client.call('POST', base, { key, body: { title } });
          if (status === 201) committed.add(title);
          await until(() => committed.size < received().size + BACKLOG || kills >= KILLS);
        }
      };
      await Promise.all([
        ...Array.from({ length: WORKERS }, killWorkers),
        ...Array.from({ length: CREATES_AT_ONCE }, create),
      ]);
      const last = await WorkerProcess.start(env);
      await until(() => received().size >= committed.size);
      expect(received()).toEqual(committed);
      expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(committed.size);
      expect(receiver.requests.length).toBeGreaterThan(0);
      await last.kill('SIGTERM');
    });
  });
});
