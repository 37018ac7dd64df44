import { SYSTEM } from '@libs/kernel';
import { aFeedback, InMemoryFeedbackRepository, InMemoryHistoryRepository } from '../../testing';
import type { Source } from '../items/feedback.rules';
import { HistoryUseCases } from './history.use-cases';

const AT = '2026-03-03T10:09:00.000Z';

/** history.md 1 */
describe('HistoryUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let history: HistoryUseCases;
  beforeEach(() => {
    items = new InMemoryFeedbackRepository();
    history = new HistoryUseCases(new InMemoryHistoryRepository(items));
  });

  const revise = (item: ReturnType<typeof aFeedback>, title: string) =>
    items.revise(item.accountId, item.id, { change: { title }, expected: 'any', by: SYSTEM, at: AT });
  const list = (item: ReturnType<typeof aFeedback>, limit = 20, before: number | null = null) =>
    history.list(item.accountId, item.id.toUpperCase(), { limit, before });
  /** The types of the entries of all pages. */
  const pages = async (item: ReturnType<typeof aFeedback>, limit: number) => {
    const found: string[][] = [];
    for (let before: number | null = null; ;) {
      const { entries, next } = await list(item, limit, before);
      found.push(entries.map(({ type }) => type));
      if (next === null) return found;
      before = next;
    }
  };

  it('ends with the stored creation of an item', async () => {
    const item = aFeedback({ source: 'import' });
    await items.add(item, SYSTEM);
    await revise(item, 'Other');
    const { entries, next } = await list(item);
    expect([entries.map(({ type, actor }) => [type, actor]), next]).toEqual([
      [
        ['updated', SYSTEM],
        ['created', SYSTEM],
      ],
      null,
    ]);
    expect(entries[0]!.changes).toEqual({ title: { from: 'Dark mode', to: 'Other' } });
    expect(Object.keys(entries[0]!)).not.toContain('position');
  });

  it.each<[Source, string]>([
    ['api', 'api_key'],
    ['mcp', 'api_key'],
    ['form', 'visitor'],
    ['widget', 'visitor'],
    ['dashboard', 'owner'],
    ['import', 'import'],
    ['later' as Source, 'system'],
  ])('ends with the creation of an item of the source %s without a stored one', async (source, type) => {
    const item = aFeedback({ source });
    items.store(item);
    expect(await list(item)).toEqual({
      entries: [{ at: item.created_at, actor: { type }, type: 'created', changes: {} }],
      next: null,
    });
  });

  it.each([
    [1, [['updated'], ['updated'], ['created']]],
    [2, [['updated', 'updated'], ['created']]],
    [3, [['updated', 'updated', 'created']]],
  ])('has the creation once with %i entries per page, stored or not', async (limit, expected) => {
    const [stored, imported] = [aFeedback(), aFeedback({ source: 'import' })];
    await items.add(stored, SYSTEM);
    items.store(imported);
    for (const item of [stored, imported]) {
      for (const title of ['A', 'B']) await revise(item, title);
      expect(await pages(item, limit)).toEqual(expected);
    }
  });

  it('throws the same error for unknown, malformed, and deleted items, and those of other accounts', async () => {
    const [item, other] = [aFeedback(), aFeedback()];
    await items.add(item, SYSTEM);
    await items.add(other, SYSTEM);
    await items.remove(item.accountId, item.id, 'any', SYSTEM);
    for (const id of [item.id, other.id, 'x', '']) {
      const listed = history.list(item.accountId, id, { limit: 20, before: null });
      await expect(listed).rejects.toMatchObject({ code: 'feedback_not_found' });
    }
  });
});
