import { randomUUID } from 'node:crypto';
import { parse, SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  anEntry,
  aPublicCard,
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  InMemoryPublicCardFinder,
  mergeItem,
} from '../../testing';
import type { Status } from '../items/feedback.rules';
import { ChangelogDraftUseCases } from './changelog-draft.use-cases';
import { entryPreviewRule } from './entry';

/** changelog.md 7 */
describe('ChangelogDraftUseCases', () => {
  const accountId = anAccountId();
  const items = new InMemoryFeedbackRepository();
  const entries = new InMemoryChangelogRepository(items);
  const ports = { entries, items, cards: new InMemoryPublicCardFinder(items) };
  const drafts = new ChangelogDraftUseCases(ports, () => new Date('2026-03-04T09:00:00.000Z'));
  const PREVIEW = entryPreviewRule(new Date('2026-03-04T09:00:00.000Z'));
  let minute = 0;
  const addCard = async (title: string, status: Status = 'shipped'): Promise<string> => {
    const item = aFeedback({ accountId, title: `Private ${title}`, status });
    await items.add(item, SYSTEM);
    const at = new Date(Date.UTC(2026, 2, 4, 9, minute++)).toISOString();
    const change = { public: { ...aPublicCard(), title } };
    await items.revise(accountId, item.id, { change, expected: 'any', by: SYSTEM, at });
    return item.id;
  };

  it('finds shipped cards that are in no entry, the last shipped one first', async () => {
    const [first, used, last] = [await addCard('First'), await addCard('Used'), await addCard('Last')];
    await addCard('Planned', 'planned');
    await items.add(aFeedback({ accountId, status: 'shipped' }), SYSTEM);
    await entries.add(anEntry({ accountId, items: [used] }));
    expect((await drafts.unusedCards(accountId)).map(({ id }) => id)).toEqual([last, first]);
    expect(await drafts.unusedCards(anAccountId())).toEqual([]);
  });

  it('previews an entry with the cards that visitors would see', async () => {
    const [one, merged, target] = [await addCard('One'), await addCard('Merged'), await addCard('Target')];
    await mergeItem(items, accountId, merged, target);
    const input = { text: 'A **b**', items: [one, merged, randomUUID()] };
    const { entry, items: found } = await drafts.preview(accountId, parse(PREVIEW, input));
    expect(entry).toMatchObject({
      title: '',
      text: 'A **b**',
      publishedAt: '2026-03-04T09:00:00.000Z',
      cards: [
        { id: one, title: 'One' },
        { id: target, title: 'Target' },
      ],
    });
    expect(found.map(({ id }) => id)).toEqual([one, merged]);
  });

  it('previews when an entry was published', async () => {
    const published_at = '2026-03-01T09:00:00.000Z';
    const { entry } = await drafts.preview(accountId, parse(PREVIEW, { published_at }));
    expect(entry.publishedAt).toBe(published_at);
  });
});
