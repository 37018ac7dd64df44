import { randomUUID } from 'node:crypto';
import { apiKeyActor, memberActor } from '@libs/kernel';
import { v7 } from 'uuid';
import { NEW_HEALTH, type Endpoint } from '../src';
import { anEndpoint, aResult } from './webhook-builders';
import type { WebhooksUnderTest } from './webhooks-under-test';

const NOW = new Date('2026-03-03T10:30:00.000Z');
const at = (time: string) => new Date(`2026-03-${time}Z`);
const NO_IDS = [randomUUID(), 'abc', '', "'; --"];

/** Contract tests of `EndpointRepository` (webhooks.md 1). Every adapter runs all of them. */
export function endpointRepositoryContract(name: string, make: () => Promise<WebhooksUnderTest>): void {
  describe(`EndpointRepository, ${name}`, () => {
    let subject: WebhooksUnderTest;
    let accountId: string;

    beforeAll(async () => {
      subject = await make();
    });
    beforeEach(async () => {
      accountId = await subject.addAccount();
    });
    afterEach(() => subject.endpoints.removeAll(accountId));

    const add = async (more: Partial<Endpoint> = {}) => {
      const endpoint = anEndpoint({ accountId, ...more });
      expect(await subject.endpoints.add(endpoint, 50)).toBe('added');
      return endpoint;
    };
    const find = async ({ id }: Endpoint, now = NOW) => subject.endpoints.find(accountId, id, now);
    const list = async (of = accountId) =>
      (await subject.endpoints.list(of, NOW)).map(({ endpoint }) => endpoint);
    const setStatus = (status: Endpoint['status']) => (current: Endpoint) => ({ ...current, status });
    /** The result of an attempt of a delivery that has been deleted since. */
    const attempted = (endpoint: Endpoint, time: Date, more: { error?: string; durationMs?: number } = {}) =>
      aResult(
        { id: v7(), accountId, endpoint },
        { status: more.error === undefined ? 'succeeded' : 'failed' },
        { at: time.toISOString(), ...more },
      );
    const deliveriesOf = async ({ id }: Endpoint) =>
      (await subject.deliveries.list(accountId, id, { limit: 100 })).map(({ status }) => status);

    it('returns an endpoint exactly as it was added', async () => {
      const endpoint = await add({
        url: 'https://hooks.example.com/größe?a=1',
        events: ['feedback.created', 'webhook.disabled'],
        payload: 'thin',
        signature: 'ed25519',
        description: '{odd},"one"\\ 😀',
        status: 'disabled',
        disabledReason: 'gone',
        headerNames: ['Authorization', "x'{}!#$%&*+.^_`|~"],
        publicKey: 'whpk_1',
        sealed: Uint8Array.from({ length: 256 }, (_, i) => i),
        previousKeyExpiresAt: new Date('2026-03-04T10:00:00.123Z'),
        createdBy: apiKeyActor(randomUUID()),
        createdAt: new Date('2026-03-03T10:00:00.456Z'),
        updatedAt: new Date('2026-03-03T11:00:00.789Z'),
      });
      expect(await find(endpoint)).toEqual({ endpoint, health: NEW_HEALTH });
      expect(await subject.endpoints.list(accountId, NOW)).toEqual([{ endpoint, health: NEW_HEALTH }]);
    });

    it('returns empty fields as they were added', async () => {
      const endpoint = await add();
      expect(await find(endpoint)).toEqual({ endpoint, health: NEW_HEALTH });
    });

    it('lists endpoints newest first', async () => {
      const added = [await add(), await add(), await add()];
      expect(await list()).toEqual(added.reverse());
    });

    it('does not let another account read or change an endpoint', async () => {
      const endpoint = await add();
      await subject.create(accountId, 'Dark mode');
      await subject.queue.record([attempted(endpoint, NOW)]);
      const expected = await find(endpoint);
      const other = await subject.addAccount();
      const { endpoints } = subject;
      expect(await endpoints.list(other, NOW)).toEqual([]);
      expect(await endpoints.find(other, endpoint.id, NOW)).toBeNull();
      expect(await endpoints.change(other, endpoint.id, setStatus('disabled'))).toBeNull();
      expect(await endpoints.disable(other, endpoint.id, 'gone', NOW)).toBe(false);
      expect(await endpoints.remove(other, endpoint.id)).toBe(false);
      expect(await endpoints.attemptCounts(other, endpoint.id, at('01T00:00:00'))).toEqual([]);
      await endpoints.removeAll(other);
      expect(await find(endpoint)).toEqual(expected);
      expect(await endpoints.attemptCounts(accountId, endpoint.id, at('01T00:00:00'))).toHaveLength(1);
      expect(await deliveriesOf(endpoint)).toEqual(['pending']);
    });

    it.each(NO_IDS)('finds nothing for the ID %j', async (id) => {
      const endpoint = await add();
      expect(await subject.endpoints.find(accountId, id, NOW)).toBeNull();
      expect(await subject.endpoints.change(accountId, id, setStatus('disabled'))).toBeNull();
      expect(await subject.endpoints.disable(accountId, id, 'gone', NOW)).toBe(false);
      expect(await subject.endpoints.remove(accountId, id)).toBe(false);
      expect(await subject.endpoints.attemptCounts(accountId, id, at('01T00:00:00'))).toEqual([]);
      expect(await list()).toEqual([endpoint]);
    });

    /** team.md 2 */
    it('changes nothing for a member who has lost the role for it', async () => {
      const [endpoint, personId] = [await add(), randomUUID()];
      await subject.demote(accountId, personId);
      const by = { ...memberActor(personId), leastRole: 'admin' } as const;
      const event = {
        id: v7(),
        accountId,
        type: 'webhook.deleted' as const,
        createdAt: NOW,
        by,
        subject: {},
      };
      const { endpoints } = subject;
      for (const write of [
        () => endpoints.add(anEndpoint({ accountId, id: v7() }), 50, event),
        () => endpoints.change(accountId, endpoint.id, setStatus('disabled'), () => event),
        () => endpoints.change(accountId, endpoint.id, setStatus('disabled'), undefined, by),
        () => endpoints.remove(accountId, endpoint.id, event),
      ]) {
        await expect(write()).rejects.toMatchObject({ kind: 'permission', code: 'role_required' });
      }
      expect(await list()).toEqual([endpoint]);
    });

    describe('add', () => {
      it('stores nothing for an account that does not exist', async () => {
        await subject.removeAccount(accountId);
        const endpoint = anEndpoint({ accountId });
        expect(await subject.endpoints.add(endpoint, 50)).toBe('account_not_found');
        expect(await list()).toEqual([]);
      });

      it('counts all endpoints of the account, and none of others', async () => {
        await add({ accountId: await subject.addAccount() });
        await add({ status: 'disabled' });
        await add();
        expect(await subject.endpoints.add(anEndpoint({ accountId }), 2)).toBe('limit_reached');
        expect(await list()).toHaveLength(2);
        expect(await subject.endpoints.add(anEndpoint({ accountId }), 3)).toBe('added');
      });

      it('adds exactly one of 20 concurrent endpoints if one more is allowed', async () => {
        // Opens the connections first. Otherwise the calls would run one after the other.
        await Promise.all(Array.from({ length: 20 }, () => list()));
        for (let round = 0; round < 5; round++) {
          const of = await subject.addAccount();
          for (let i = 0; i < 4; i++) await add({ accountId: of });
          const results = await Promise.all(
            Array.from({ length: 20 }, () => subject.endpoints.add(anEndpoint({ accountId: of }), 5)),
          );
          expect(results.filter((result) => result === 'added')).toHaveLength(1);
          expect(await list(of)).toHaveLength(5);
        }
      });
    });

    describe('change', () => {
      it('stores every field that a request can set, and returns the endpoint', async () => {
        const [endpoint, unrelated] = [await add(), await add()];
        const changed: Endpoint = {
          ...endpoint,
          url: 'https://other.example.com/',
          events: ['feedback.deleted'],
          payload: 'thin',
          description: 'CRM',
          status: 'disabled',
          headerNames: ['X-Token'],
          publicKey: 'whpk_2',
          sealed: Uint8Array.of(9),
          previousKeyExpiresAt: at('04T10:00:00'),
          updatedAt: at('03T12:00:00'),
        };
        let seen: Endpoint | undefined;
        const result = await subject.endpoints.change(accountId, endpoint.id, (current) => {
          seen = current;
          return changed;
        });
        expect([seen, result]).toEqual([endpoint, changed]);
        expect((await find(endpoint))!.endpoint).toEqual(changed);
        expect((await find(unrelated))!.endpoint).toEqual(unrelated);
      });

      it('changes nothing if the change throws, and rethrows the error', async () => {
        const endpoint = await add();
        await subject.create(accountId, 'Dark mode');
        const change = subject.endpoints.change(accountId, endpoint.id, () => {
          throw new Error('no');
        });
        await expect(change).rejects.toThrow('no');
        expect((await find(endpoint))!.endpoint).toEqual(endpoint);
        expect(await deliveriesOf(endpoint)).toEqual(['pending']);
      });

      it('applies concurrent changes one after the other', async () => {
        const endpoint = await add({ description: '' });
        const append = (current: Endpoint) => ({ ...current, description: `${current.description}x` });
        await Promise.all(
          Array.from({ length: 20 }, () => subject.endpoints.change(accountId, endpoint.id, append)),
        );
        expect((await find(endpoint))!.endpoint.description).toBe('x'.repeat(20));
      });

      it('cancels pending deliveries of the endpoint only if the status changes', async () => {
        const [endpoint, unrelated] = [await add(), await add()];
        await subject.create(accountId, 'Dark mode');
        const change = (to: Partial<Endpoint>) =>
          subject.endpoints.change(accountId, endpoint.id, (current) => ({ ...current, ...to }));
        await change({ description: 'CRM' });
        expect(await deliveriesOf(endpoint)).toEqual(['pending']);
        await change({ status: 'disabled' });
        expect(await deliveriesOf(endpoint)).toEqual(['cancelled']);
        expect(await deliveriesOf(unrelated)).toEqual(['pending']);
      });

      it('forgets since when deliveries have failed if the status changes', async () => {
        const endpoint = await add();
        const fail = async (time: Date) =>
          (await subject.queue.record([attempted(endpoint, time, { error: 'timed out' })])).map(
            ({ failingSince }) => failingSince,
          );
        expect(await fail(at('01T10:00:00'))).toEqual([at('01T10:00:00')]);
        for (const status of ['disabled', 'active'] as const) {
          await subject.endpoints.change(accountId, endpoint.id, setStatus(status));
        }
        expect(await fail(NOW)).toEqual([NOW]);
        await subject.endpoints.change(accountId, endpoint.id, (current) => ({
          ...current,
          url: 'https://a.b',
        }));
        expect(await fail(at('03T12:00:00'))).toEqual([NOW]);
      });
    });

    describe('disable', () => {
      it('disables an active endpoint with a reason, once, and cancels its pending deliveries', async () => {
        const [endpoint, unrelated] = [await add(), await add({ events: ['feedback.created'] })];
        await subject.create(accountId, 'Dark mode');
        const disable = () => subject.endpoints.disable(accountId, endpoint.id, 'failing', NOW);
        const results = await Promise.all([disable(), disable(), disable()]);
        expect(results.filter(Boolean)).toHaveLength(1);
        expect((await find(endpoint))!.endpoint).toEqual({
          ...endpoint,
          status: 'disabled',
          disabledReason: 'failing',
          updatedAt: NOW,
        });
        expect(await deliveriesOf(endpoint)).toEqual(['cancelled']);
        expect(await deliveriesOf(unrelated)).toEqual(['pending']);
      });

      it('records one webhook.disabled', async () => {
        const [endpoint, watcher] = [await add(), await add({ events: ['webhook.disabled'] })];
        await subject.endpoints.disable(accountId, endpoint.id, 'gone', NOW);
        await subject.endpoints.disable(accountId, endpoint.id, 'gone', NOW);
        await subject.publish();
        const listed = await subject.deliveries.list(accountId, watcher.id, { limit: 10 });
        expect(listed.map(({ eventType }) => eventType)).toEqual(['webhook.disabled']);
        const { event } = (await subject.deliveries.find(accountId, watcher.id, listed[0]!.id))!;
        expect(event).toMatchObject({
          actor: { type: 'system' },
          data: { webhook: { id: endpoint.id, url: new URL(endpoint.url).origin, disabled_reason: 'gone' } },
        });
      });

      it('does not replace the reason of a disabled endpoint', async () => {
        const endpoint = await add({ status: 'disabled', disabledReason: null });
        expect(await subject.endpoints.disable(accountId, endpoint.id, 'gone', NOW)).toBe(false);
        expect((await find(endpoint))!.endpoint).toEqual(endpoint);
      });
    });

    describe('remove', () => {
      it('deletes an endpoint with its deliveries and counts', async () => {
        const [endpoint, unrelated] = [await add(), await add({ events: ['feedback.deleted'] })];
        for (let i = 0; i < 5; i++) await subject.create(accountId, `Item ${i}`);
        await subject.deliveries.addTest(accountId, unrelated.id, NOW);
        await subject.queue.record([attempted(endpoint, NOW)]);
        expect(await subject.endpoints.remove(accountId, endpoint.id)).toBe(true);
        expect(await subject.endpoints.remove(accountId, endpoint.id)).toBe(false);
        expect(await list()).toEqual([unrelated]);
        expect(await deliveriesOf(endpoint)).toEqual([]);
        expect(await deliveriesOf(unrelated)).toEqual(['pending']);
        expect(await subject.endpoints.attemptCounts(accountId, endpoint.id, at('01T00:00:00'))).toEqual([]);
      });

      it('deletes everything of an account, and nothing of others', async () => {
        const of = await subject.addAccount();
        const removed = [await add(), await add({ status: 'disabled' })];
        const kept = await add({ accountId: of });
        await subject.create(accountId, 'Dark mode');
        await subject.endpoints.removeAll(accountId);
        await subject.endpoints.removeAll(accountId);
        expect(await list()).toEqual([]);
        for (const endpoint of removed) expect(await deliveriesOf(endpoint)).toEqual([]);
        expect(await list(of)).toEqual([kept]);
      });
    });

    it('counts attempts by the hour in which they began, in order, from the first full hour', async () => {
      const [endpoint, unrelated] = [await add(), await add()];
      const failed = { error: 'timed out' };
      await subject.queue.record([
        attempted(endpoint, at('03T10:59:59.999'), failed),
        attempted(endpoint, at('03T10:00:00')),
        attempted(endpoint, at('03T08:30:00'), failed),
        attempted(endpoint, at('03T07:59:59.999')),
        attempted(unrelated, at('03T10:00:00')),
      ]);
      await subject.queue.record([attempted(endpoint, at('03T10:20:00'))]);
      expect(await subject.endpoints.attemptCounts(accountId, endpoint.id, at('03T08:00:00'))).toEqual([
        { hour: at('03T08:00:00'), succeeded: 0, failed: 1 },
        { hour: at('03T10:00:00'), succeeded: 2, failed: 1 },
      ]);
    });

    it('reports the share of successes and the mean duration of the last 24 hours', async () => {
      const [endpoint, unrelated] = [await add(), await add()];
      await subject.queue.record([
        attempted(endpoint, at('02T10:59:00'), { durationMs: 9_000, error: 'timed out' }),
        attempted(endpoint, at('02T11:00:00'), { durationMs: 10 }),
        attempted(endpoint, at('03T10:00:00'), { durationMs: 20 }),
        attempted(endpoint, at('03T10:20:00'), { durationMs: 35, error: 'timed out' }),
        attempted(unrelated, at('03T10:00:00'), { error: 'timed out' }),
      ]);
      const { health } = (await find(endpoint))!;
      expect(health).toMatchObject({ successRate24h: 2 / 3, averageDurationMs: 22 });
      expect((await subject.endpoints.list(accountId, NOW))[1]!.health).toEqual(health);
      expect((await find(endpoint, at('04T10:00:00')))!.health).toMatchObject({
        successRate24h: null,
        averageDurationMs: null,
      });
    });

    /** operator.md 5 */
    it('encrypts URLs on a database that no earlier release has used', async () => {
      expect(await subject.endpoints.sealsUrls()).toBe(true);
    });

    describe('resealAll', () => {
      const sealedOf = async (endpoint: Endpoint) => [...(await find(endpoint))!.endpoint.sealed];

      it('replaces the secrets of all accounts for which it gets new ones', async () => {
        const old = await add({ sealed: Uint8Array.of(1) });
        const current = await add({ sealed: Uint8Array.of(2) });
        const of = await subject.addAccount();
        const other = await add({ accountId: of, sealed: Uint8Array.of(1) });
        const contexts: string[] = [];
        const count = await subject.endpoints.resealAll(({ id, sealed }) => {
          if (sealed.length !== 1 || sealed[0] !== 1) return null;
          contexts.push(id);
          return Uint8Array.of(7);
        });
        expect([count, contexts.sort()]).toEqual([2, [old.id, other.id].sort()]);
        expect([await sealedOf(old), await sealedOf(current)]).toEqual([[7], [2]]);
        expect([...(await list(of))[0]!.sealed]).toEqual([7]);
        await subject.endpoints.removeAll(of);
      });

      it('changes nothing if it throws', async () => {
        const first = await add();
        const second = await add({ id: v7() });
        const reseal = ({ id }: Pick<Endpoint, 'id'>) => {
          if (id === second.id) throw new Error('unknown key');
          return Uint8Array.of(7);
        };
        await expect(subject.endpoints.resealAll(reseal)).rejects.toThrow('unknown key');
        expect(await sealedOf(first)).toEqual([...first.sealed]);
      });
    });
  });
}
