import { SYSTEM, parse } from '@libs/kernel';
import { InMemoryFeedbackRepository, idAt, CAN_NOTIFY, NO_STORAGE_LIMIT } from '../../testing';
import { feedbackChangeRule, newFeedbackRule, upsertRule } from './feedback';
import { FeedbackUseCases } from './feedback.use-cases';
import type { StatuslessFilter } from '../lists/selection';
import type { ExpectedVersion } from './revision';

describe('FeedbackUseCases', () => {
  let now: Date;
  let feedback: FeedbackUseCases;
  let items: InMemoryFeedbackRepository;

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    items = new InMemoryFeedbackRepository();
    feedback = new FeedbackUseCases(
      { items, lists: items, tags: items.tags, storage: NO_STORAGE_LIMIT, assertCanNotify: CAN_NOTIFY },
      () => now,
      (at) => idAt(at.toISOString()),
    );
  });
  const submit = async (accountId: string, input: unknown) =>
    feedback.submit(accountId, parse(newFeedbackRule, input), 'api', SYSTEM);
  const revise = async (accountId: string, id: string, change: unknown, expected?: ExpectedVersion) =>
    feedback.revise(accountId, id, parse(feedbackChangeRule, change), SYSTEM, expected);
  const later = () => (now = new Date(now.getTime() + 60_000));

  /** lists.md 9 */
  it('counts items by status, source, and tag, without merged ones', async () => {
    const target = await submit('acme', { title: 'A', status: 'planned', tags: ['a', 'B'] });
    await submit('acme', { title: 'B', tags: ['a'] });
    const merged = await submit('acme', { title: 'C', tags: ['B'] });
    await revise('acme', merged.id, { merged_into: target.id });
    await submit('other', { title: 'D' });
    const none = { form: 0, widget: 0, dashboard: 0, mcp: 0, import: 0 };
    expect(await feedback.counts('acme')).toEqual({
      total: 2,
      statuses: { new: 1, planned: 1, building: 0, shipped: 0, declined: 0 },
      sources: { api: 2, ...none },
      tags: [
        { name: 'a', count: 2 },
        { name: 'B', count: 1 },
      ],
    });
  });

  it('submits an item with one reading of the clock', async () => {
    const item = await submit('acme', { title: ' Dark mode ' });
    expect(item).toEqual({
      accountId: 'acme',
      id: expect.stringMatching(/^019cb323-e500-7/),
      title: 'Dark mode',
      description: null,
      submitter_email: null,
      status: 'new',
      source: 'api',
      created_at: '2026-03-03T10:00:00.000Z',
      updated_at: '2026-03-03T10:00:00.000Z',
      external_id: null,
      merged_into: null,
      duplicate_count: 0,
      request_count: 1,
      request_value: 0,
      unconfirmed_votes: 0,
      tags: [],
      assignee: null,
      links: [],
      public: null,
      context: null,
      verified: false,
      version: 1,
    });
    expect(await feedback.read('acme', item.id)).toEqual(item);
  });

  it('reports every error of an invalid submission, and stores nothing', async () => {
    const input = { title: '', description: 5, submitter_email: 'x', status: null };
    await expect(submit('acme', input)).rejects.toMatchObject({
      kind: 'validation',
      code: 'empty_value',
      message: 'Field must not be empty: title',
      facts: {
        issues: [
          { param: 'title' },
          { param: 'description' },
          { param: 'submitter_email' },
          { param: 'status' },
        ],
      },
    });
    expect((await feedback.list('acme', { limit: 20, offset: 0 })).items).toEqual([]);
  });

  it('requires a title', async () => {
    await expect(submit('acme', {})).rejects.toMatchObject({
      message: 'Missing required field: title',
    });
  });

  it('changes updated_at and version only if a value changes', async () => {
    const { id } = await submit('acme', { title: 'Dark mode', description: 'D' });
    later();
    expect(await revise('acme', id, {})).toMatchObject({
      version: 1,
      updated_at: '2026-03-03T10:00:00.000Z',
    });
    expect(await revise('acme', id, { title: ' Dark mode ', status: 'new', description: 'D' })).toMatchObject(
      {
        version: 1,
      },
    );
    expect(await revise('acme', id, { description: null })).toMatchObject({
      version: 2,
      description: null,
      created_at: '2026-03-03T10:00:00.000Z',
      updated_at: '2026-03-03T10:01:00.000Z',
    });
  });

  it('never decreases updated_at, even if the clock goes back', async () => {
    const { id } = await submit('acme', { title: 'T' });
    later();
    await revise('acme', id, { title: 'U' });
    now = new Date('2026-03-03T09:00:00.000Z');
    expect(await revise('acme', id, { title: 'V' })).toMatchObject({
      version: 3,
      updated_at: '2026-03-03T10:01:00.000Z',
    });
  });

  it('throws etag_mismatch for another version, and feedback_not_found for a deleted item', async () => {
    const { id } = await submit('acme', { title: 'T' });
    await revise('acme', id, { title: 'U' }, [1]);
    for (const expected of [[1], [], [3, 4]]) {
      await expect(revise('acme', id, { title: 'V' }, expected)).rejects.toMatchObject({
        code: 'etag_mismatch',
        facts: { currentVersion: 2 },
      });
      await expect(feedback.remove('acme', id, SYSTEM, expected)).rejects.toMatchObject({
        code: 'etag_mismatch',
      });
    }
    await feedback.remove('acme', id, SYSTEM, [7, 2]);
    await expect(feedback.remove('acme', id, SYSTEM, [2])).rejects.toMatchObject({
      code: 'feedback_not_found',
    });
    await expect(revise('acme', id, {}, [2])).rejects.toMatchObject({ code: 'feedback_not_found' });
  });

  it('finds items of the account only, by ID in either case and in one format', async () => {
    const { id } = await submit('acme', { title: 'T' });
    expect(await feedback.read('acme', id.toUpperCase())).toMatchObject({ id });
    for (const [account, name] of [
      ['other', id],
      ['acme', id.replaceAll('-', '')],
      ['acme', `{${id}}`],
      ['acme', ''],
    ] as const) {
      await expect(feedback.read(account, name)).rejects.toMatchObject({
        kind: 'not_found',
        code: 'feedback_not_found',
      });
      await expect(revise(account, name, {})).rejects.toMatchObject({ code: 'feedback_not_found' });
      await expect(feedback.remove(account, name, SYSTEM)).rejects.toMatchObject({
        code: 'feedback_not_found',
      });
    }
  });

  it('returns pages, with the total on request', async () => {
    for (let i = 0; i < 3; i++, later()) await submit('acme', { title: `Item ${i}` });
    const page = await feedback.list('acme', { limit: 2, offset: 0 }, true);
    expect(page.items.map(({ title }) => title)).toEqual(['Item 2', 'Item 1']);
    expect(page).toMatchObject({ hasMore: true, total: 3 });
    expect(await feedback.list('acme', { limit: 3, offset: 0 })).toMatchObject({
      hasMore: false,
      total: undefined,
    });
  });

  it('counts by status, all items or those of a search', async () => {
    await submit('acme', { title: 'Export', status: 'planned' });
    await submit('acme', { title: 'Import' });
    const none = { new: 0, planned: 0, building: 0, shipped: 0, declined: 0 };
    for (const exact of [true, false]) {
      const count = async (accountId: string, filter: StatuslessFilter = {}) =>
        feedback.countByStatus(accountId, filter, { exact });
      const all = { ...none, new: 1, planned: 1 };
      expect(await count('acme')).toEqual({ counts: all, atLeast: [] });
      expect(await count('acme', { q: 'export' })).toEqual({ counts: { ...none, planned: 1 }, atLeast: [] });
      expect(await count('other')).toEqual({ counts: none, atLeast: [] });
    }
  });

  it('counts the items of a search for its total', async () => {
    await submit('acme', { title: 'Export' });
    await submit('acme', { title: 'Import' });
    expect(await feedback.list('acme', { q: 'export', limit: 20, offset: 0 }, true)).toMatchObject({
      total: 1,
    });
  });

  it('deletes all items of an account, and none of others', async () => {
    const mine = await submit('acme', { title: 'T' });
    const theirs = await submit('other', { title: 'T' });
    await feedback.removeAll('acme');
    await expect(feedback.read('acme', mine.id)).rejects.toMatchObject({ code: 'feedback_not_found' });
    expect(await feedback.read('other', theirs.id)).toEqual(theirs);
  });

  /** items.md 10 */
  describe('upsert', () => {
    const upsert = (input: unknown, expected?: ExpectedVersion) =>
      feedback.upsert('acme', '17', parse(upsertRule, input), SYSTEM, expected);

    it('creates an item, then updates it, and changes nothing the third time', async () => {
      const { item, isNew } = await upsert({ title: 'Dark mode', submitter_email: 'ada@example.com' });
      expect(isNew).toBe(true);
      expect(item).toMatchObject({ external_id: '17', source: 'api', status: 'new', version: 1 });
      later();
      const change = { title: 'Dark theme', status: 'planned', submitter_email: 'bob@example.com' };
      const second = await upsert(change);
      expect(second).toEqual({
        isNew: false,
        item: { ...item, title: 'Dark theme', status: 'planned', updated_at: now.toISOString(), version: 2 },
      });
      later();
      expect(await upsert(change)).toEqual(second);
    });

    it('keeps the description of an existing item unless one is sent', async () => {
      await upsert({ title: 'Dark mode', description: 'At night.' });
      expect((await upsert({ title: 'Dark' })).item.description).toBe('At night.');
      expect((await upsert({ title: 'Dark', description: null })).item.description).toBeNull();
    });

    it('requires the title, and accepts no other external ID', () => {
      expect(() => parse(upsertRule, {})).toThrow('Missing required field: title');
      expect(() => parse(upsertRule, { title: 'T', external_id: '17' })).toThrow(
        'Field cannot be set: external_id',
      );
    });

    it('updates the item that another request creates in the meantime', async () => {
      const find = jest.spyOn(items, 'findByExternalId').mockResolvedValueOnce(null);
      await submit('acme', { title: 'First', external_id: '17' });
      expect(await upsert({ title: 'Second' })).toMatchObject({
        isNew: false,
        item: { title: 'Second', version: 2 },
      });
      expect(find).toHaveBeenCalledTimes(2);
    });

    it('creates the item again if it is deleted in the meantime', async () => {
      const { item } = await upsert({ title: 'First' });
      jest.spyOn(items, 'revise').mockImplementationOnce(async () => {
        await items.remove('acme', item.id, 'any', SYSTEM);
        return null;
      });
      expect(await upsert({ title: 'Second' })).toMatchObject({ isNew: true, item: { title: 'Second' } });
    });

    it('requires the expected version, and an item if there is one', async () => {
      const mismatch = { kind: 'precondition_failed', code: 'etag_mismatch' };
      for (const expected of [[1], 'any'] as const) {
        await expect(upsert({ title: 'First' }, expected)).rejects.toMatchObject({
          ...mismatch,
          message: 'No item has this external_id',
          facts: {},
        });
      }
      expect(await items.count('acme')).toBe(0);
      await upsert({ title: 'First' });
      await expect(upsert({ title: 'Second' }, [2])).rejects.toMatchObject(mismatch);
      expect((await upsert({ title: 'Second' }, [1])).item.version).toBe(2);
      expect((await upsert({ title: 'Third' }, 'any')).item.version).toBe(3);
    });

    it('rejects an external ID that another item has', async () => {
      await upsert({ title: 'First' });
      const taken = {
        kind: 'conflict',
        code: 'external_id_taken',
        facts: { issues: [{ param: 'external_id' }] },
      };
      await expect(submit('acme', { title: 'Second', external_id: '17' })).rejects.toMatchObject(taken);
      expect((await submit('acme', { title: 'Third', external_id: null })).external_id).toBeNull();
    });
  });
});
