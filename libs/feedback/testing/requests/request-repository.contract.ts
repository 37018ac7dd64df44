import { apiKeyActor, SYSTEM, VISITOR } from '@libs/kernel';
import {
  submissionOf,
  submittedBy,
  type Feedback,
  type FeedbackRequest,
  type NewRequest,
  type RecordedChange,
  type RequestRepository,
} from '../../src';
import { aFeedback, idAt, mergeItem } from '../items/feedback-builders';
import type { RequestAdapters } from '../lists/item-adapters';

export interface RequestsHarness extends RequestAdapters {
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  /** Returns the recorded changes of an account, in their order. */
  changes(accountId: string): Promise<readonly RecordedChange[]>;
  /** Publishes deletions, which deletes requests. */
  publish(): Promise<void>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const NONE = { name: null, company: null, value: null, quote: null, link: null };

/** Contract tests of `RequestRepository` (requests.md 1, requests.md 2). Every adapter runs all of them. */
export function requestRepositoryContract(name: string, make: () => Promise<RequestsHarness>): void {
  describe(`RequestRepository, ${name}`, () => {
    let harness: RequestsHarness;
    let requests: RequestRepository;
    let accountId: string;
    let second = 0;
    beforeAll(async () => {
      harness = await make();
      ({ requests } = harness);
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const addItem = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...more });
      await harness.items.add(item, SYSTEM);
      return item;
    };
    /** Each call is a second later than the one before. */
    const add = async (itemId: string, ...inputs: readonly NewRequest[]) => {
      const now = new Date(Date.parse('2026-03-04T10:00:00.000Z') + 1_000 * second++);
      const addition = { inputs, source: 'api', by: KEY, now, newId: () => idAt(now.toISOString()) } as const;
      return (await requests.add(accountId, itemId, addition)) ?? [];
    };
    const list = (itemId: string, limit = 100, after?: string) =>
      requests.list(accountId, itemId, { limit, after });
    const emails = async (itemId: string) => (await list(itemId))!.map(({ email }) => email);
    const totals = async (itemId: string) => {
      const item = (await harness.items.find(accountId, itemId))!;
      return [item.request_count, item.request_value];
    };
    const kinds = async () => (await harness.changes(accountId)).map(({ kind }) => kind);

    it('returns what was stored, newest first, and the submission', async () => {
      const item = await addItem({ submitter_email: 'ada@example.com', source: 'form' });
      const details = {
        name: 'Eve ü',
        company: 'Acme',
        value: 12.5,
        quote: 'a\nb',
        link: 'https://a.example/x',
      };
      const [first] = await add(item.id, { email: 'Eve@example.com', ...details });
      const [other] = await add(item.id, { count: 12 });
      expect(first).toMatchObject({
        isNew: true,
        request: {
          accountId,
          feedback_id: item.id,
          email: 'Eve@example.com',
          ...details,
          count: 1,
          source: 'api',
        },
      });
      expect(other!.request).toMatchObject({ email: null, ...NONE, count: 12, confirmed_at: null });
      expect(await list(item.id)).toEqual([other!.request, first!.request, submissionOf(item)]);
      for (const request of [other!.request, first!.request, submissionOf(item)])
        expect(await requests.find(accountId, item.id, request.id)).toEqual(request);
    });

    /** identity.md 5 */
    it('stores a verified submission with its item, whose totals have it from the start', async () => {
      const person = { email: 'Ada@example.com', name: 'Ada', company: 'Acme', value: 12.5, locale: null };
      for (const tags of [[], ['mobile']]) {
        const item = aFeedback({ accountId, submitter_email: 'typed@example.com', tags });
        const { submission, ...stored } = submittedBy(person, item);
        await harness.items.add({ ...stored, submission }, KEY);
        const found = await harness.items.find(accountId, item.id);
        expect(found).toMatchObject({
          submitter_email: 'Ada@example.com',
          verified: true,
          request_value: 12.5,
        });
        expect(await list(item.id)).toEqual([submission]);
        expect((await harness.changes(accountId)).at(-1)).toMatchObject({
          kind: 'created',
          item: { verified: true, request_value: 12.5 },
        });
        await requests.change(accountId, item.id, item.id, { change: { value: 1 }, by: KEY });
        expect(await totals(item.id)).toEqual([1, 1]);
        expect((await list(item.id))![0]).toEqual({ ...submission, value: 1 });
      }
    });

    /** identity.md 5 */
    it('confirms verified requests, also those that are known, once', async () => {
      const item = await addItem({ submitter_email: 'ada@example.com' });
      await add(item.id, { email: 'eve@example.com', name: 'Eve' });
      const vote = (email: string, at: string) =>
        requests.add(accountId, item.id, {
          inputs: [{ email, company: 'Acme' }],
          source: 'vote',
          by: VISITOR,
          now: new Date(at),
          newId: () => idAt(at),
          verified: true,
        });
      const [first, second] = ['2026-03-05T10:00:00.000Z', '2026-03-06T10:00:00.000Z'];
      for (const at of [first, second])
        for (const email of ['EVE@example.com', 'ada@example.com', 'new@example.com']) await vote(email, at);
      const confirmed = { verified: true, confirmed_at: first, company: 'Acme' };
      expect(await list(item.id)).toMatchObject([
        { email: 'new@example.com', source: 'vote', ...confirmed },
        { email: 'EVE@example.com', name: 'Eve', source: 'api', ...confirmed },
        { id: item.id, ...confirmed },
      ]);
      expect(await totals(item.id)).toEqual([3, 0]);
    });

    it('returns pages with an extra request', async () => {
      const item = await addItem();
      const added = [];
      for (const n of [1, 2, 3]) added.unshift((await add(item.id, { count: n }))[0]!.request);
      const all = [...added, submissionOf(item)];
      expect(await list(item.id, 1)).toEqual(all.slice(0, 2));
      expect(await list(item.id, 2, all[0]!.id)).toEqual(all.slice(1, 4));
      expect(await list(item.id, 1, all[3]!.id)).toEqual([]);
    });

    it('finds nothing of items that do not exist', async () => {
      const theirs = await addItem({ accountId: await harness.addAccount() });
      for (const id of [theirs.id, aFeedback().id, 'x', '']) {
        expect(await add(id, { count: 2 })).toEqual([]);
        expect(await list(id)).toBeNull();
        expect(await requests.find(accountId, id, id)).toBeNull();
        expect(await requests.change(accountId, id, id, { change: { name: 'Eve' }, by: KEY })).toBeNull();
        expect(await requests.remove(accountId, id, id, KEY)).toBe(false);
      }
      const item = await addItem();
      const { request } = (await add(item.id, { count: 2 }))[0]!;
      const other = await addItem();
      for (const [account, itemId, id] of [
        [accountId, other.id, request.id],
        [accountId, item.id, 'x'],
        [await harness.addAccount(), item.id, request.id],
      ] as const) {
        expect(await requests.find(account, itemId, id)).toBeNull();
        expect(await requests.change(account, itemId, id, { change: { name: 'Eve' }, by: KEY })).toBeNull();
        expect(await requests.remove(account, itemId, id, KEY)).toBe(false);
      }
      expect(await requests.find(accountId, item.id, request.id)).toEqual(request);
    });

    it('updates the request of the same address, and the submission', async () => {
      const item = await addItem({ submitter_email: 'Ada@example.com' });
      const [first] = await add(item.id, { email: 'eve@example.com', name: 'Eve', value: 5 });
      const again = await add(
        item.id,
        { email: 'EVE@example.com', company: 'Acme' },
        { email: 'ada@EXAMPLE.com', name: 'Ada' },
        { email: 'bo@example.com' },
      );
      expect(again.map(({ isNew }) => isNew)).toEqual([false, false, true]);
      expect(again[0]!.request).toEqual({ ...first!.request, email: 'EVE@example.com', company: 'Acme' });
      expect(again[1]!.request).toEqual({ ...submissionOf(item), name: 'Ada' });
      expect(await list(item.id)).toHaveLength(3);
      expect(await totals(item.id)).toEqual([3, 5]);
      const third = await add(item.id, { email: 'ada@example.com', company: 'Acme', value: 7 });
      expect(third[0]!.request).toEqual({ ...submissionOf(item), name: 'Ada', company: 'Acme', value: 7 });
      expect(await totals(item.id)).toEqual([3, 7]);
    });

    /** requests.md 2 */
    it('counts people and what their companies are worth, without a new version', async () => {
      const item = await addItem({ submitter_email: 'ada@example.com' });
      await add(item.id, { email: 'a@example.com', company: 'Acme', value: 10 }, { count: 3, value: 0.1 });
      await add(item.id, { email: 'b@example.com', company: 'ACME', value: 20.2 }, { count: 2, value: 0.1 });
      await add(item.id, { email: 'c@example.com', value: 1 });
      expect(await totals(item.id)).toEqual([9, 21.4]);
      const stored = (await harness.items.find(accountId, item.id))!;
      expect(stored.version).toBe(1);
      expect(stored.updated_at > item.updated_at).toBe(true);
      await add(item.id, { email: 'ada@example.com', name: 'Ada' });
      expect((await harness.items.find(accountId, item.id))!.updated_at).toBe(stored.updated_at);
    });

    it('counts again after a change and a deletion', async () => {
      const item = await addItem();
      const [one, other] = await add(
        item.id,
        { email: 'a@example.com', company: 'Acme', value: 10 },
        { email: 'b@example.com', company: 'Acme', value: 20 },
      );
      expect(await totals(item.id)).toEqual([3, 20]);
      const change = (id: string, values: NewRequest) =>
        requests.change(accountId, item.id, id, { change: values, by: KEY });
      const changed = await change(other!.request.id, { company: 'Beta', name: 'Bo' });
      expect(changed).toEqual({ ...other!.request, company: 'Beta', name: 'Bo' });
      expect(await totals(item.id)).toEqual([3, 30]);
      await change(one!.request.id, { email: null, count: 4, value: null });
      expect(await totals(item.id)).toEqual([6, 20]);
      expect(await change(item.id, { name: 'Ada', value: 3 })).toEqual({
        ...submissionOf(item),
        name: 'Ada',
        value: 3,
      });
      expect(await totals(item.id)).toEqual([6, 23]);
      expect(await requests.remove(accountId, item.id, other!.request.id, KEY)).toBe(true);
      expect(await requests.remove(accountId, item.id, other!.request.id, KEY)).toBe(false);
      expect(await requests.remove(accountId, item.id, item.id, KEY)).toBe(false);
      expect(await totals(item.id)).toEqual([5, 3]);
    });

    it('rejects an address that another request has, and another address of the submission', async () => {
      const item = await addItem({ submitter_email: 'ada@example.com' });
      const [one] = await add(item.id, { email: 'a@example.com' }, { email: 'b@example.com' });
      const change = (id: string, email: string | null) =>
        requests.change(accountId, item.id, id, { change: { email }, by: KEY });
      for (const email of ['B@example.com', 'ADA@example.com'])
        await expect(change(one!.request.id, email)).rejects.toMatchObject({ code: 'request_exists' });
      for (const email of ['c@example.com', null])
        await expect(change(item.id, email)).rejects.toMatchObject({ code: 'invalid_value' });
      expect(await change(one!.request.id, 'A@example.com')).toMatchObject({ email: 'A@example.com' });
      expect(await totals(item.id)).toEqual([3, 0]);
    });

    /** requests.md 2 */
    it('counts requests of duplicates for the target, and each person once', async () => {
      const [target, item] = [await addItem({ submitter_email: 'ada@example.com' }), await addItem()];
      await add(
        item.id,
        { email: 'ADA@example.com', value: 5 },
        { email: 'eve@example.com', company: 'Acme', value: 1 },
      );
      await add(target.id, { email: 'bo@example.com', company: 'acme', value: 3 });
      await mergeItem(harness.items, accountId, item.id, target.id);
      expect([await totals(target.id), await totals(item.id)]).toEqual([
        [4, 8],
        [3, 6],
      ]);
      expect(await emails(target.id)).toHaveLength(5);
      expect((await list(target.id))!.filter(({ feedback_id: id }) => id === item.id)).toHaveLength(3);
      expect(await emails(item.id)).toHaveLength(3);
      const [late] = await add(item.id, { email: 'bo@example.com', value: 9 });
      await add(item.id, { email: 'mo@example.com' });
      expect([await totals(target.id), await totals(item.id)]).toEqual([
        [5, 17],
        [5, 15],
      ]);
      await requests.remove(accountId, item.id, late!.request.id, KEY);
      await mergeItem(harness.items, accountId, item.id, null);
      expect([await totals(target.id), await totals(item.id)]).toEqual([
        [2, 3],
        [4, 6],
      ]);
    });

    it('counts requests of duplicates for what is left after a deletion', async () => {
      const [target, one, other] = [await addItem(), await addItem(), await addItem()];
      await add(one.id, { email: 'a@example.com', value: 1 });
      await add(other.id, { email: 'A@example.com', value: 2 }, { count: 5 });
      await mergeItem(harness.items, accountId, other.id, one.id);
      await mergeItem(harness.items, accountId, one.id, target.id);
      expect(await totals(target.id)).toEqual([9, 2]);
      await harness.items.remove(accountId, target.id, 'any', SYSTEM);
      expect(await totals(one.id)).toEqual([8, 2]);
      await harness.items.remove(accountId, other.id, 'any', SYSTEM);
      expect(await totals(one.id)).toEqual([2, 1]);
    });

    it('sorts lists by requests and by their value', async () => {
      const [first, second, third] = [await addItem(), await addItem(), await addItem()];
      await add(second.id, { count: 10 });
      await add(third.id, { count: 2, value: 3 });
      const ids = async (sort: '-request_count' | '-request_value', after?: { id: string; key: string }) =>
        (await harness.lists.list(accountId, { sort, limit: 10, offset: 0, ...(after && { after }) })).map(
          ({ id }) => id,
        );
      expect(await ids('-request_count')).toEqual([second.id, third.id, first.id]);
      const byId = [first.id, second.id].toSorted().toReversed();
      expect(await ids('-request_value')).toEqual([third.id, ...byId]);
      expect(await ids('-request_value', { id: third.id, key: '3' })).toEqual(byId);
    });

    /** lists.md 2 */
    it('finds the items that an address asks for, and their targets', async () => {
      const [sent, asked, target, merged] = [
        await addItem({ submitter_email: 'ADA@example.com' }),
        await addItem({ status: 'planned' }),
        await addItem(),
        await addItem({ submitter_email: 'eve@example.com' }),
      ];
      await add(asked.id, { email: 'Ada@Example.com' }, { email: 'eve@example.com' });
      await add(merged.id, { email: 'ada@example.com' });
      await mergeItem(harness.items, accountId, merged.id, target.id);
      const found = async (more: object = {}, requested_by = 'ada@example.COM') => {
        const query = { requested_by, limit: 10, offset: 0, ...more };
        const ids = (await harness.lists.list(accountId, query)).map(({ id }) => id);
        expect(await harness.lists.count(accountId, { requested_by, ...more })).toBe(ids.length);
        return ids.toSorted();
      };
      expect(await found()).toEqual([sent.id, asked.id, target.id].toSorted());
      expect(await found({ status: 'planned' })).toEqual([asked.id]);
      expect(await found({ sort: 'title' })).toHaveLength(3);
      expect(await found({ q: 'dark', status: 'new' })).toEqual([sent.id, target.id].toSorted());
      expect(await found({ merged: 'include' })).toEqual([sent.id, asked.id, merged.id].toSorted());
      expect(await found({ merged: 'only' })).toEqual([merged.id]);
      expect(await found({}, 'da@example.com')).toEqual([]);
    });

    /** requests.md 5 */
    it('records additions and deletions without anything personal, and numbers that were passed', async () => {
      const [target, item] = [await addItem(), await addItem()];
      await mergeItem(harness.items, accountId, item.id, target.id);
      const before = (await kinds()).length;
      const [one] = await add(item.id, { email: 'a@example.com', name: 'Ada', value: 2 });
      await add(item.id, { count: 30 });
      await requests.change(accountId, item.id, one!.request.id, { change: { name: 'Eve' }, by: KEY });
      await requests.remove(accountId, item.id, one!.request.id, KEY);
      const recorded = (await harness.changes(accountId)).slice(before);
      const counts = (request_count: number, request_value: number) => ({
        id: target.id,
        request_count,
        request_value,
      });
      expect(recorded).toEqual([
        expect.objectContaining({
          kind: 'request_created',
          actor: KEY,
          item: expect.objectContaining(counts(3, 2)),
        }),
        expect.objectContaining({
          kind: 'requests_reached',
          reached: 25,
          item: expect.objectContaining(counts(33, 2)),
        }),
        expect.objectContaining({ kind: 'request_created', item: expect.objectContaining(counts(33, 2)) }),
        expect.objectContaining({ kind: 'request_deleted', item: expect.objectContaining(counts(32, 0)) }),
      ]);
      const { id, feedback_id, source, count } = one!.request;
      expect(recorded[0]).toMatchObject({ request: { id, feedback_id, source, count } });
    });

    it('deletes the requests of a deleted item, which no one reads from the deletion on', async () => {
      const [item, other] = [await addItem(), await addItem()];
      await add(item.id, { count: 2 });
      const [kept] = await add(other.id, { count: 3 });
      await harness.items.remove(accountId, item.id, 'any', SYSTEM);
      expect(await list(item.id)).toBeNull();
      expect(await requests.listAll(accountId, null, 10)).toEqual([kept!.request]);
      await harness.publish();
      await harness.items.add(item, SYSTEM);
      expect(await list(item.id)).toEqual([submissionOf(item)]);
    });

    it('returns all stored requests in pages, by item', async () => {
      const items = [await addItem(), await addItem({ submitter_email: 'ada@example.com' })];
      const stored = [];
      for (const { id } of items)
        stored.push(...(await add(id, { count: 2 }, { email: 'ada@example.com', name: 'A' })));
      const key = ({ feedback_id, id }: FeedbackRequest) => `${feedback_id} ${id}`;
      const all = stored.map(({ request }) => request).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
      expect(await requests.listAll(accountId, null, 3)).toEqual(all.slice(0, 3));
      expect(await requests.listAll(accountId, all[2]!, 3)).toEqual(all.slice(3));
    });

    it('deletes all requests of one account', async () => {
      const item = await addItem();
      await add(item.id, { count: 2 });
      await requests.removeAll(await harness.addAccount());
      expect(await list(item.id)).toHaveLength(2);
      await requests.removeAll(accountId);
      expect(await list(item.id)).toHaveLength(1);
    });

    it('shows another account nothing', async () => {
      const item = await addItem();
      await add(item.id, { count: 2 });
      const other = await harness.addAccount();
      expect(await requests.list(other, item.id, { limit: 10 })).toBeNull();
      expect(await requests.listAll(other, null, 10)).toEqual([]);
    });

    it('counts parallel additions, merges, and deletions like one after the other', async () => {
      const [target, item] = [await addItem({ submitter_email: 'ada@example.com' }), await addItem()];
      const both = (n: number) => [
        add(item.id, { email: `a${n}@example.com`, value: 1 }),
        add(target.id, { email: `a${n}@example.com`, value: 2 }),
        add(item.id, { email: 'ada@example.com' }),
        add(target.id, { count: 2 }),
      ];
      const merge = (to: string | null) => mergeItem(harness.items, accountId, item.id, to);
      await Promise.all([1, 2, 3].flatMap((n) => [...both(n), merge(n % 2 === 0 ? null : target.id)]));
      await merge(target.id);
      expect(await totals(target.id)).toEqual([11, 6]);
      const rows = (await list(item.id))!.filter(({ email }) => email !== null);
      await Promise.all([
        ...rows.map(({ id }) => requests.remove(accountId, item.id, id, KEY)),
        harness.items.remove(accountId, target.id, 'any', SYSTEM),
      ]);
      expect([await totals(item.id), await emails(item.id)]).toEqual([[1, 0], [null]]);
    });
  });
}
