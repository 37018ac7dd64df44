import { SYSTEM, parse } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import { InMemoryFeedbackRepository, idAt, CAN_NOTIFY, NO_STORAGE_LIMIT } from '../../testing';
import { newFeedbackRule } from '../items/feedback';
import { batchRule } from './batch';
import { FeedbackBatchUseCases } from './batch.use-cases';
import { FeedbackUseCases } from '../items/feedback.use-cases';
import { TAGS_MAX } from '../tags/tag';
import type { TagRepository } from '../tags/tag.ports';

describe('FeedbackBatchUseCases', () => {
  let now: Date;
  let feedback: FeedbackUseCases;
  let batches: FeedbackBatchUseCases;
  let stored: TagRepository;

  beforeEach(() => {
    now = new Date('2026-03-03T10:00:00.000Z');
    const items = new InMemoryFeedbackRepository();
    stored = items.tags;
    const clock = () => now;
    feedback = new FeedbackUseCases(
      { items, lists: items, tags: items.tags, storage: NO_STORAGE_LIMIT, assertCanNotify: CAN_NOTIFY },
      clock,
      (at) => idAt(at.toISOString()),
    );
    batches = new FeedbackBatchUseCases(
      items,
      clock,
      (at) => idAt(at.toISOString()),
      items.tags,
      NO_STORAGE_LIMIT,
      CAN_NOTIFY,
    );
  });
  const submit = (title: string) => feedback.submit('acme', parse(newFeedbackRule, { title }), 'api', SYSTEM);
  const revise = async (accountId: string, updates: unknown) =>
    batches.revise(accountId, parse(batchRule, { updates }), SYSTEM);
  const preview = async (accountId: string, updates: unknown) =>
    batches.preview(accountId, parse(batchRule, { updates }));
  const later = () => (now = new Date(now.getTime() + 60_000));

  it('trims values like an update, with one reading of the clock', async () => {
    const [a, b] = [await submit('A'), await submit('B')];
    later();
    const { items } = await revise('acme', [
      { id: b.id.toUpperCase(), title: ' Better ' },
      { id: a.id, status: 'planned' },
    ]);
    expect(items).toMatchObject([
      { id: b.id, title: 'Better', version: 2, updated_at: '2026-03-03T10:01:00.000Z' },
      { id: a.id, status: 'planned', version: 2, updated_at: '2026-03-03T10:01:00.000Z' },
    ]);
  });

  it('rejects a duplicate ID, even an empty one', async () => {
    const repeated = [{ id: '' }, { id: '' }];
    await expect(revise('acme', repeated)).rejects.toMatchObject({
      message: 'Duplicate id in batch: updates[1].id',
    });
  });

  /** batch.md 3 */
  it.each([
    ['of another item', ['b', undefined], ['updates[0].external_id']],
    ['that another line clears', ['b', null], ['updates[0].external_id']],
    ['that two lines set', ['c', 'c'], ['updates[1].external_id']],
    ['of other items, in both lines', ['b', 'a'], ['updates[0].external_id', 'updates[1].external_id']],
  ])('rejects an external ID %s', async (_, wanted, params) => {
    const items = [await submit('A'), await submit('B')];
    await revise('acme', [
      { id: items[0]!.id, external_id: 'a' },
      { id: items[1]!.id, external_id: 'b' },
    ]);
    const updates = items.map(({ id }, i) => ({ id, external_id: wanted[i] }));
    for (const apply of [revise, preview])
      await expect(apply('acme', updates)).rejects.toMatchObject({
        code: 'external_id_taken',
        facts: { issues: params.map((param) => expect.objectContaining({ param })) },
      });
    const same = updates.map(({ id }, i) => ({ id, external_id: ['a', 'b'][i] }));
    expect((await revise('acme', same)).changed).toEqual([]);
  });

  it('names every line whose item is not found, and changes nothing', async () => {
    const { id } = await submit('A');
    const updates = [{ id: 'abc' }, { id, title: 'written?' }, { id: '' }];
    await expect(revise('acme', updates)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'feedback_not_found',
      facts: { issues: [{ param: 'updates[0].id' }, { param: 'updates[2].id' }] },
    });
    await expect(revise('other', [{ id }])).rejects.toMatchObject({ kind: 'not_found' });
    expect(await feedback.read('acme', id)).toMatchObject({ title: 'A', version: 1 });
  });

  it('reports every error of every line, and changes nothing', async () => {
    const { id } = await submit('A');
    const updates = [
      { id, title: 'written?' },
      { id: 'b', title: '', status: 'done' },
      { id: 'B', description: 5 },
    ];
    await expect(revise('acme', updates)).rejects.toMatchObject({
      kind: 'validation',
      facts: {
        issues: [
          { param: 'updates[1].title', code: 'empty_value' },
          { param: 'updates[1].status', code: 'invalid_value' },
          {
            param: 'updates[2].id',
            code: 'invalid_value',
            message: 'Duplicate id in batch: updates[2].id',
          },
          { param: 'updates[2].description', code: 'invalid_type' },
        ],
      },
    });
    expect(await feedback.read('acme', id)).toMatchObject({ title: 'A', version: 1 });
  });

  it('accepts 1 to 100 lines', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}` }));
    await expect(revise('acme', [])).rejects.toMatchObject({ code: 'empty_value' });
    await expect(revise('acme', lines(101))).rejects.toMatchObject({
      code: 'too_long',
      message: 'Too many items: updates (maximum 100)',
    });
    await expect(revise('acme', lines(100))).rejects.toMatchObject({
      code: 'feedback_not_found',
    });
  });

  describe('preview', () => {
    it('returns the result and the changes of the batch, and writes nothing', async () => {
      const [a, b, c] = [await submit('A'), await submit('B'), await submit('C')];
      later();
      const updates = [
        { id: c.id.toUpperCase(), status: 'shipped' as const, title: ' C2 ', description: null },
        { id: a.id, title: 'A' },
        { id: b.id, description: 'D' },
      ];
      const expected = await preview('acme', updates);
      expect(expected.changed).toEqual([
        { id: c.id, fields: ['title', 'status'] },
        { id: b.id, fields: ['description'] },
      ]);
      for (const item of [a, b, c]) expect(await feedback.read('acme', item.id)).toEqual(item);
      expect(await revise('acme', updates)).toEqual(expected);
      const stored = await Promise.all([c, a, b].map(({ id }) => feedback.read('acme', id)));
      expect(stored).toEqual(expected.items);
      expect((await revise('acme', updates)).changed).toEqual([]);
    });

    it('throws the errors of the batch', async () => {
      const { id } = await submit('A');
      await expect(preview('acme', [])).rejects.toMatchObject({ code: 'empty_value' });
      await expect(preview('acme', [{ id }, { id: 'abc' }])).rejects.toMatchObject({
        code: 'feedback_not_found',
        facts: { issues: [{ param: 'updates[1].id' }] },
      });
      const tags = Array.from({ length: TAGS_MAX }, (_, i) => `tag ${i}`);
      await stored.ensure('acme', tags, randomUUID);
      for (const run of [preview, revise]) {
        await expect(run('acme', [{ id, add_tags: ['one more'] }])).rejects.toMatchObject({
          kind: 'conflict',
          code: 'tag_limit_reached',
        });
      }
      await expect(preview('other', [{ id }])).rejects.toMatchObject({ kind: 'not_found' });
    });
  });
});
