import { randomUUID } from 'node:crypto';
import { apiKeyActor, parse, SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  CAN_NOTIFY,
  idAt,
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  mergeItem,
  NO_STORAGE_LIMIT,
} from '../../testing';
import { assertCanNotify } from '../status-messages/notify';
import { storageLimitReached } from '../storage/storage-limit';
import { ChangelogUseCases } from './changelog.use-cases';
import { entryChangeRule, newEntryRule } from './entry';

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const NOW = '2026-03-04T09:00:00.000Z';

/** changelog.md 2 */
describe('ChangelogUseCases', () => {
  const accountId = anAccountId();
  let items: InMemoryFeedbackRepository;
  let now: Date;
  let changelog: ChangelogUseCases;
  const changelogWith = (storage = NO_STORAGE_LIMIT, canNotify = CAN_NOTIFY) =>
    new ChangelogUseCases(
      { entries: new InMemoryChangelogRepository(items), items, storage, assertCanNotify: canNotify },
      () => now,
      (at) => idAt(at.toISOString()),
    );
  beforeEach(() => {
    items = new InMemoryFeedbackRepository();
    now = new Date(NOW);
    changelog = changelogWith();
  });

  const addItem = async (): Promise<string> => {
    const item = aFeedback({ accountId });
    await items.add(item, SYSTEM);
    return item.id;
  };
  const create = (input: object = {}) =>
    changelog.create(accountId, parse(newEntryRule(now), { title: 'Dark theme', ...input }));
  const change = (id: string, input: object) =>
    changelog.change(accountId, id, parse(entryChangeRule, input), KEY);
  const statusesOf = async (ids: readonly string[]) =>
    (await items.findAll(accountId, ids)).map((item) => [item?.status, item?.version]);

  it('creates a draft, lists, reads, changes, and deletes it, with IDs in either case', async () => {
    const item = await addItem();
    const entry = await create({ items: [item] });
    const times = { created_at: NOW, updated_at: NOW };
    expect(entry).toEqual({
      accountId,
      id: entry.id,
      notification: null,
      title: 'Dark theme',
      text: '',
      items: [item],
      status: 'draft',
      published_at: null,
      ...times,
    });
    expect(await changelog.read(accountId, entry.id.toUpperCase())).toEqual(entry);
    expect(await changelog.list(accountId, { limit: 1 })).toMatchObject({ items: [entry], hasMore: false });
    now = new Date('2026-03-05T09:00:00.000Z');
    expect(await change(entry.id.toUpperCase(), { text: 'New' })).toEqual({
      ...entry,
      text: 'New',
      updated_at: now.toISOString(),
    });
    await changelog.remove(accountId, entry.id.toUpperCase());
    const missing = { kind: 'not_found', code: 'changelog_entry_not_found' };
    await expect(changelog.read(accountId, entry.id)).rejects.toMatchObject(missing);
    await expect(change(entry.id, { text: '' })).rejects.toMatchObject(missing);
    await expect(changelog.remove(accountId, entry.id)).rejects.toMatchObject(missing);
  });

  /** changelog.md 3 */
  it('publishes without a change of the items, unless that is asked for', async () => {
    const ids = [await addItem(), await addItem()];
    const { id } = await create({ items: ids });
    expect(await change(id, { status: 'published' })).toMatchObject({
      status: 'published',
      published_at: NOW,
    });
    expect(await statusesOf(ids)).toEqual([
      ['new', 1],
      ['new', 1],
    ]);
    now = new Date('2026-03-05T09:00:00.000Z');
    expect(await change(id, { status: 'published', set_shipped: true })).toMatchObject({ published_at: NOW });
    expect(await statusesOf(ids)).toEqual([
      ['shipped', 2],
      ['shipped', 2],
    ]);
    await change(id, { status: 'published', set_shipped: true });
    expect(await statusesOf(ids)).toEqual([
      ['shipped', 2],
      ['shipped', 2],
    ]);
    expect(items.changesOf(accountId).at(-1)).toMatchObject({ kind: 'updated', actor: KEY });
  });

  it('ships the target of a merged item', async () => {
    const [item, target] = [await addItem(), await addItem()];
    await mergeItem(items, accountId, item, target);
    const { id } = await create({ items: [item, target] });
    await change(id, { status: 'published', set_shipped: true });
    const found = await items.findAll(accountId, [item, target]);
    expect(found).toMatchObject([{ status: 'new' }, { status: 'shipped' }]);
  });

  /** changelog.md 10 */
  it('tells people if the service has mail, and only of a published entry', async () => {
    const { id } = await create();
    expect(await change(id, { status: 'published', notify: true })).toMatchObject({
      notification: { state: 'held', recipients: 0 },
    });
    const noOne = { recipients: 0, recipients_if_shipped: 0 };
    expect(await changelog.audience(accountId, [])).toEqual(noOne);
    expect(() => change(id, { notify: true })).toThrow('must be false unless status is published');
    changelog = changelogWith(NO_STORAGE_LIMIT, assertCanNotify(false));
    const silent = await create();
    await expect(change(silent.id, { status: 'published', notify: true })).rejects.toMatchObject({
      code: 'mail_not_configured',
    });
    expect(await change(silent.id, { notify: false })).toMatchObject({ status: 'draft' });
  });

  it('publishes an entry without items', async () => {
    const { id } = await create();
    const published = await change(id, { status: 'published', set_shipped: true });
    expect(published).toMatchObject({ status: 'published' });
  });

  it('ships nothing if an item of the change is not found', async () => {
    const known = await addItem();
    const { id } = await create({ items: [known] });
    const rejected = change(id, { status: 'published', set_shipped: true, items: [known, randomUUID()] });
    await expect(rejected).rejects.toMatchObject({ code: 'feedback_not_found' });
    expect(await statusesOf([known])).toEqual([['new', 1]]);
    expect(await changelog.read(accountId, id)).toMatchObject({ status: 'draft' });
  });

  /** changelog.md 8 */
  it('yields all entries, page by page', async () => {
    for (let i = 0; i < 101; i++) {
      now = new Date(Date.parse(NOW) + 1_000 * i);
      await create({ title: `Entry ${i}` });
    }
    const titles: string[] = [];
    for await (const page of changelog.all(accountId)) titles.push(...page.map(({ title }) => title));
    expect(titles).toEqual(Array.from({ length: 101 }, (_, i) => `Entry ${100 - i}`));
  });

  it('creates and changes nothing for a full account, and only unpublishes', async () => {
    let isFull = false;
    changelog = changelogWith({
      assertBelowStorageLimit() {
        if (isFull) throw storageLimitReached();
      },
    });
    const { id } = await create();
    await change(id, { status: 'published' });
    isFull = true;
    await expect(create()).rejects.toMatchObject({ code: 'storage_limit_reached' });
    for (const more of [{ text: 'a' }, { status: 'published' }, { status: 'draft', items: [] }] as const)
      await expect(change(id, more)).rejects.toMatchObject({ code: 'storage_limit_reached' });
    expect(await change(id, { status: 'draft' })).toMatchObject({ status: 'draft' });
  });
});
