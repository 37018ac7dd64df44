import { apiKeyActor, parse, SYSTEM, type Valid } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  idAt,
  InMemoryFeedbackRepository,
  mergeItem,
  NO_STORAGE_LIMIT,
} from '../../testing';
import { storageLimitReached } from '../storage/storage-limit';
import { newRequestsRule, requestChangeRule, REQUESTS_MAX, submissionOf, type NewRequest } from './request';
import { RequestUseCases } from './request.use-cases';

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const NOW = '2026-03-04T09:00:00.000Z';
const read = (requests: readonly object[]) =>
  parse(newRequestsRule, { requests }).requests as Valid<readonly NewRequest[]>;

/** requests.md 1, requests.md 3 */
describe('RequestUseCases', () => {
  const item = aFeedback({ submitter_email: 'ada@example.com' });
  const { accountId } = item;
  let items: InMemoryFeedbackRepository;
  let requests: RequestUseCases;
  beforeEach(async () => {
    items = new InMemoryFeedbackRepository();
    await items.add(item, SYSTEM);
    let second = 0;
    requests = new RequestUseCases(
      items.requests,
      () => new Date(Date.parse(NOW) + 1_000 * second++),
      (at) => idAt(at.toISOString()),
      NO_STORAGE_LIMIT,
    );
  });

  const add = (lines: readonly object[], id = item.id) =>
    requests.add(accountId, id, read(lines), 'api', KEY);
  const addOne = async (line: object) => (await add([line]))[0]!.request;
  const change = (id: string, values: object, itemId = item.id) =>
    requests.change(accountId, itemId, id, parse(requestChangeRule, values), KEY);
  const remove = (id: string, itemId = item.id) => requests.remove(accountId, itemId, id, KEY);
  const list = async (id = item.id, limit = 100) => (await requests.list(accountId, id, { limit })).items;
  const stored = async (id = item.id) => (await items.find(accountId, id))!;

  it('adds, lists, reads, changes, and deletes, with IDs in either case', async () => {
    const [{ request, isNew }] = (await add(
      [{ email: 'eve@example.com', name: 'Eve' }],
      item.id.toUpperCase(),
    )) as [Awaited<ReturnType<typeof add>>[number]];
    expect(isNew).toBe(true);
    expect(request).toMatchObject({ feedback_id: item.id, source: 'api', created_at: NOW });
    expect(await list(item.id.toUpperCase())).toEqual([request, submissionOf(item)]);
    const ids = [item.id.toUpperCase(), request.id.toUpperCase()] as const;
    expect(await requests.read(accountId, ...ids)).toEqual(request);
    const changed = await change(ids[1], { name: 'Bo' }, ids[0]);
    expect(changed).toEqual({ ...request, name: 'Bo' });
    await remove(ids[1], ids[0]);
    expect(await list()).toEqual([submissionOf(item)]);
  });

  it('returns pages', async () => {
    await add([{ count: 2 }]);
    expect(await requests.list(accountId, item.id, { limit: 1 })).toMatchObject({ hasMore: true });
    expect(await requests.list(accountId, item.id, { limit: 2 })).toMatchObject({ hasMore: false });
  });

  it('returns one request for each line, also of the same address, and of the submitter', async () => {
    const added = await add([
      { email: 'eve@example.com', name: 'Eve' },
      { count: 2 },
      { email: 'EVE@example.com', company: 'Acme' },
      { email: 'ADA@example.com', value: 5 },
    ]);
    expect(added.map(({ isNew }) => isNew)).toEqual([true, true, true, false]);
    expect(added[0]).toEqual(added[2]);
    expect(added[0]!.request).toMatchObject({ email: 'EVE@example.com', name: 'Eve', company: 'Acme' });
    expect(added[3]!.request).toEqual({ ...submissionOf(item), value: 5 });
    expect(await list()).toHaveLength(3);
    expect(await stored()).toMatchObject({ request_count: 4, request_value: 5, version: 1 });
    const again = await add([{ email: 'eve@example.com' }]);
    expect(again[0]).toMatchObject({ isNew: false, request: { name: 'Eve', company: 'Acme' } });
  });

  it('adds requests to merged items, which count for their target', async () => {
    const target = aFeedback({ accountId });
    await items.add(target, SYSTEM);
    await mergeItem(items, accountId, item.id, target.id);
    await add([{ email: 'eve@example.com' }]);
    expect(await stored(target.id)).toMatchObject({ request_count: 3 });
    expect((await list(target.id)).map(({ feedback_id: id }) => id).toSorted()).toEqual(
      [item.id, item.id, target.id].toSorted(),
    );
  });

  it('rejects another request of an address, and a deletion of the submission', async () => {
    const eve = await addOne({ email: 'eve@example.com' });
    await addOne({ email: 'bo@example.com' });
    for (const email of ['BO@example.com', 'Ada@example.com'])
      await expect(change(eve.id, { email })).rejects.toMatchObject({
        kind: 'conflict',
        code: 'request_exists',
      });
    await expect(change(item.id, { email: 'mo@example.com' })).rejects.toMatchObject({
      kind: 'validation',
      code: 'invalid_value',
    });
    await expect(remove(item.id)).rejects.toMatchObject({ kind: 'conflict', code: 'request_is_submission' });
    await expect(remove(item.id, aFeedback().id)).rejects.toMatchObject({ code: 'request_not_found' });
    expect(await list()).toHaveLength(3);
  });

  it('adds at most 100,000 requests besides the submission, all or none', async () => {
    const lines = Array.from({ length: REQUESTS_MAX - 1 }, () => ({}));
    const inputs = { inputs: lines, source: 'api', by: KEY, now: new Date(NOW) } as const;
    await items.requests.add(accountId, item.id, { ...inputs, newId: () => idAt(NOW) });
    await expect(add([{}, {}])).rejects.toMatchObject({ kind: 'conflict', code: 'request_limit_reached' });
    expect(await stored()).toMatchObject({ request_count: REQUESTS_MAX });
    const last = await addOne({ email: 'eve@example.com' });
    await expect(add([{}])).rejects.toMatchObject({ code: 'request_limit_reached' });
    expect(await addOne({ email: 'eve@example.com', name: 'Eve' })).toEqual({ ...last, name: 'Eve' });
    expect(await addOne({ email: 'ada@example.com', name: 'Ada' })).toMatchObject({ id: item.id });
  });

  it('throws an error for items and requests that do not exist', async () => {
    const { id } = await addOne({ count: 2 });
    const other = aFeedback({ accountId });
    await items.add(other, SYSTEM);
    for (const unknown of ['x', aFeedback().id]) {
      const notFound = { kind: 'not_found', code: 'feedback_not_found' };
      await expect(add([{}], unknown)).rejects.toMatchObject(notFound);
      await expect(list(unknown)).rejects.toMatchObject(notFound);
      for (const [itemId, requestId] of [
        [unknown, id],
        [other.id, id],
        [item.id, unknown],
      ] as const) {
        const requestNotFound = { kind: 'not_found', code: 'request_not_found' };
        await expect(requests.read(accountId, itemId, requestId)).rejects.toMatchObject(requestNotFound);
        await expect(change(requestId, { name: 'Eve' }, itemId)).rejects.toMatchObject(requestNotFound);
        await expect(remove(requestId, itemId)).rejects.toMatchObject(requestNotFound);
      }
    }
    await expect(requests.read(anAccountId(), item.id, id)).rejects.toMatchObject({
      code: 'request_not_found',
    });
    expect(await list()).toHaveLength(2);
  });

  /** storage.md 3 */
  it('adds and changes nothing in a full account, but deletes', async () => {
    const { id } = await addOne({ count: 2 });
    const full = new RequestUseCases(
      items.requests,
      () => new Date(NOW),
      () => id,
      {
        assertBelowStorageLimit() {
          throw storageLimitReached();
        },
      },
    );
    const limit = { code: 'storage_limit_reached' };
    await expect(full.add(accountId, item.id, read([{}]), 'api', KEY)).rejects.toMatchObject(limit);
    await expect(
      full.change(accountId, item.id, id, parse(requestChangeRule, {}), KEY),
    ).rejects.toMatchObject(limit);
    await full.remove(accountId, item.id, id, KEY);
  });

  it('yields all stored requests in pages, and deletes them', async () => {
    for (let i = 0; i < 2; i++) await add(Array.from({ length: 50 }, () => ({})));
    const pages = [];
    for await (const page of requests.all(accountId)) pages.push(page.length);
    expect(pages).toEqual([100, 0]);
    await requests.removeAll(accountId);
    expect(await list()).toEqual([submissionOf(item)]);
  });
});
