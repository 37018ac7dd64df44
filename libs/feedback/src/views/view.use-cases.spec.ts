import { parse, SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  idAt,
  InMemoryFeedbackRepository,
  InMemoryViewRepository,
} from '../../testing';
import { newViewRule, viewChangeRule } from './view.rules';
import { ViewUseCases } from './view.use-cases';

/** dashboard.md 15 */
describe('ViewUseCases', () => {
  const PERSON = '019cb391-c200-7461-810d-902141cbdd6b';
  const items = new InMemoryFeedbackRepository();
  const views = new ViewUseCases(
    new InMemoryViewRepository(),
    items,
    () => new Date('2026-03-03T10:00:00Z'),
    (at) => idAt(at.toISOString()),
  );
  let accountId: string;
  beforeEach(() => {
    accountId = anAccountId();
  });
  const create = (name: string, parameters = {}) =>
    views.create(accountId, PERSON, parse(newViewRule, { name, parameters }));
  const names = async () => (await views.list(accountId, PERSON)).map(({ name }) => name);

  it('creates, changes, sorts, and removes views', async () => {
    const [first, second] = [await create('First'), await create('Second')];
    const change = parse(viewChangeRule, { parameters: { q: 'x' } });
    expect(await views.update(accountId, PERSON, second.id.toUpperCase(), change)).toEqual({
      ...second,
      parameters: { q: 'x' },
    });
    await views.reorder(accountId, PERSON, [second.id.toUpperCase(), first.id]);
    expect(await names()).toEqual(['Second', 'First']);
    await views.remove(accountId, PERSON, first.id);
    expect(await names()).toEqual(['Second']);
    for (const id of [first.id, 'x']) {
      const notFound = expect.objectContaining({ code: 'view_not_found' });
      await expect(views.remove(accountId, PERSON, id)).rejects.toEqual(notFound);
      await expect(views.update(accountId, PERSON, id, change)).rejects.toEqual(notFound);
    }
  });

  it('does not find views of another person', async () => {
    const { id } = await create('Mine');
    const other = idAt('2026-03-03T10:00:00Z');
    await expect(views.remove(accountId, other, id)).rejects.toMatchObject({ code: 'view_not_found' });
    expect(await views.list(accountId, other)).toEqual([]);
  });

  it('counts the items of each view, up to 1,000, and ignores unusable parameters', async () => {
    const [all, planned, searched] = [
      await create('All'),
      await create('Planned', { status: 'planned', sort: 'title' }),
      await create('Searched', { q: 'ada@' }),
    ];
    const submitter_email = 'ada@example.com';
    await items.add(aFeedback({ accountId, status: 'planned', submitter_email }), SYSTEM);
    for (let i = 0; i < 1_000; i++) items.store(aFeedback({ accountId }));
    expect(await views.counts(accountId, PERSON)).toEqual({
      [all.id]: 1_000,
      [planned.id]: 1,
      [searched.id]: 1,
    });
  });
});
