import { idAt, InMemoryFeedbackRepository, InMemoryIdempotencyRepository } from '../../testing';
import { SYSTEM, parse } from '@libs/kernel';
import { batchRule } from '../batch/batch';
import { newFeedbackRule, type Feedback } from '../items/feedback';
import type { ItemSender } from '../requests/verified-person';
import { storageLimitReached } from '../storage/storage-limit';
import { IdempotencyUseCases } from './idempotency.use-cases';

describe('IdempotencyUseCases', () => {
  let now: Date;
  let items: InMemoryFeedbackRepository;
  let requests: IdempotencyUseCases;
  let isFull: boolean;
  const defaultRequest = { client: 'key-1', key: 'k', fingerprint: 'f' };

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    items = new InMemoryFeedbackRepository();
    isFull = false;
    const assertBelowStorageLimit = () => {
      if (isFull) throw storageLimitReached();
    };
    requests = new IdempotencyUseCases(
      {
        writes: new InMemoryIdempotencyRepository(items),
        items,
        tags: items.tags,
        storage: { assertBelowStorageLimit },
        assertCanNotify: () => {},
      },
      () => now,
      (at) => idAt(at.toISOString()),
    );
  });
  const hoursLater = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000));
  const submit = async (title: string, request = defaultRequest) =>
    requests.submit(
      'acme',
      parse(newFeedbackRule, { title }),
      'api',
      SYSTEM,
      request,
      (item) => `made ${item.title}`,
    );
  const titles = (rows: readonly Feedback[]) => rows.map(({ title }) => title).join();
  const count = () => items.count('acme');

  it('submits an item once, and then replays the response', async () => {
    expect(await submit(' Dark mode ')).toEqual({ text: 'made Dark mode', isReplay: false });
    expect(await submit(' Dark mode ')).toEqual({ text: 'made Dark mode', isReplay: true });
    expect(await items.list('acme', { limit: 20, offset: 0 })).toMatchObject([
      { title: 'Dark mode', source: 'api', created_at: '2026-03-03T10:00:00.000Z' },
    ]);
  });

  it('replays a response above the storage limit, but submits nothing new (storage.md 3)', async () => {
    await submit('A');
    isFull = true;
    expect(await submit('A')).toEqual({ text: 'made A', isReplay: true });
    await expect(submit('B', { ...defaultRequest, key: 'b' })).rejects.toMatchObject({
      code: 'storage_limit_reached',
    });
    expect(await count()).toBe(1);
  });

  it('uses the token of a sender for a new request only', async () => {
    let uses = 0;
    const person = { email: null, name: null, company: null, value: null, locale: null };
    const use = <T>(store: () => Promise<T>) => (uses++, store());
    const send = () => {
      const input = parse(newFeedbackRule, { title: 'T' });
      const sender = { person, follow: null, use };
      return requests.submit('acme', input, 'api', SYSTEM, defaultRequest, () => 'made', sender);
    };
    expect(await send()).toEqual({ text: 'made', isReplay: false });
    expect(await send()).toEqual({ text: 'made', isReplay: true });
    expect(uses).toBe(1);
    hoursLater(24);
    expect(await send()).toEqual({ text: 'made', isReplay: false });
    expect(uses).toBe(2);
    isFull = true;
    hoursLater(24);
    await expect(send()).rejects.toMatchObject({ code: 'storage_limit_reached' });
    expect(uses).toBe(2);
  });

  it('repeats the response of the same request, which used the token up first', async () => {
    const person = { email: null, name: null, company: null, value: null, locale: null };
    const input = parse(newFeedbackRule, { title: 'T' });
    const send = (use: ItemSender['use']) =>
      requests.submit('acme', input, 'api', SYSTEM, defaultRequest, () => 'made', {
        person,
        follow: null,
        use,
      });
    const replayed = new Error('replayed');
    const second = send(async () => {
      await send((store) => store());
      throw replayed;
    });
    expect(await second).toEqual({ text: 'made', isReplay: true });
    expect(await count()).toBe(1);
    hoursLater(24);
    await expect(send(() => Promise.reject(replayed))).rejects.toBe(replayed);
    expect(await count()).toBe(1);
  });

  it('stores nothing for an invalid submission', async () => {
    await expect(submit('')).rejects.toMatchObject({ code: 'empty_value' });
    expect(await submit('T', { ...defaultRequest, fingerprint: 'corrected' })).toMatchObject({
      isReplay: false,
    });
    expect(await count()).toBe(1);
  });

  it('revises a batch once, with the items in its order', async () => {
    await submit('A', { ...defaultRequest, key: 'a' });
    await submit('B', { ...defaultRequest, key: 'b' });
    const [b, a] = await items.list('acme', { limit: 20, offset: 0, sort: '-title' });
    const updates = [{ id: b!.id.toUpperCase(), title: ' B2 ' }, { id: a!.id }];
    const batch = parse(batchRule, { updates });
    const revise = () =>
      requests.reviseAll(
        'acme',
        batch,
        SYSTEM,
        defaultRequest,
        ({ items, changed }) => `${titles(items)} ${changed.length}`,
      );
    expect(await revise()).toEqual({ text: 'B2,A 1', isReplay: false });
    expect(await revise()).toEqual({ text: 'B2,A 1', isReplay: true });
    expect(await items.find('acme', b!.id)).toMatchObject({ title: 'B2', version: 2 });
  });

  it('creates no tags for a repeated request, only after its record has expired', async () => {
    const write = () => {
      const input = parse(newFeedbackRule, { title: 'T', tags: ['Old'] });
      return requests.submit('acme', input, 'api', SYSTEM, defaultRequest, ({ tags }) => tags.join());
    };
    const revise = async () => {
      const [item] = await items.list('acme', { limit: 1, offset: 0 });
      const batch = parse(batchRule, { updates: [{ id: item!.id, add_tags: ['Other'] }] });
      const request = { ...defaultRequest, key: 'batch' };
      return requests.reviseAll('acme', batch, SYSTEM, request, () => 'revised');
    };
    const names = async () => (await items.tags.list('acme')).map(({ name }) => name);
    expect(await write()).toEqual({ text: 'Old', isReplay: false });
    expect(await revise()).toMatchObject({ isReplay: false });
    expect(await names()).toEqual(['Old', 'Other']);
    for (const { id } of await items.tags.list('acme')) await items.tags.remove('acme', id, SYSTEM);
    expect(await write()).toEqual({ text: 'Old', isReplay: true });
    expect(await revise()).toMatchObject({ isReplay: true });
    expect(await names()).toEqual([]);
    hoursLater(24);
    expect(await write()).toEqual({ text: 'Old', isReplay: false });
    expect(await names()).toEqual(['Old']);
  });

  it('stores nothing for a batch with an item that is not found', async () => {
    await submit('A', { ...defaultRequest, key: 'a' });
    const [a] = await items.list('acme', { limit: 20, offset: 0 });
    const revise = (...ids: string[]) =>
      requests.reviseAll(
        'acme',
        parse(batchRule, { updates: ids.map((id) => ({ id, title: 'written?' })) }),
        SYSTEM,
        defaultRequest,
        ({ items }) => titles(items),
      );
    await expect(revise(a!.id, 'abc')).rejects.toMatchObject({
      code: 'feedback_not_found',
      facts: { issues: [{ param: 'updates[1].id' }] },
    });
    expect(await items.find('acme', a!.id)).toEqual(a);
    expect(await revise(a!.id)).toMatchObject({ isReplay: false });
  });

  it('deletes the record of a request after 24 hours', async () => {
    await submit('A');
    hoursLater(23);
    await submit('B', { ...defaultRequest, key: 'later' });
    expect(await requests.purge()).toBe(0);
    hoursLater(1);
    expect(await requests.purge()).toBe(1);
    expect(await submit('C')).toMatchObject({ isReplay: false });
    expect(await submit('B', { ...defaultRequest, key: 'later' })).toMatchObject({ isReplay: true });
  });
});
