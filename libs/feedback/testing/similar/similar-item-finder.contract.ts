import { SYSTEM } from '@libs/kernel';
import { aFeedback, anAccountId, mergeItem } from '../items/feedback-builders';
import { SimilarUseCases, TITLE_MAX, type FeedbackRepository, type SimilarItemFinder } from '../../src';
import type { SimilarPair } from './similar-pairs';
import { foundPairs, MIN_RECALL, recallItems, recallOf, type RecallItems } from './similar-recall';

export interface SimilarItemFinderSetup {
  readonly repository: FeedbackRepository;
  readonly finder: SimilarItemFinder;
  /** Other items among which the pairs are looked for. */
  readonly otherTitles: readonly string[];
  addAll(items: RecallItems): Promise<void>;
}

/**
 * Contract of every `SimilarItemFinder` (similar.md 2, similar.md 3).
 * @param pairs of which most must be found
 */
export function describeSimilarItemFinder(
  name: string,
  create: () => Promise<SimilarItemFinderSetup>,
  pairs: readonly SimilarPair[],
): void {
  describe(`${name} as SimilarItemFinder`, () => {
    let setup: SimilarItemFinderSetup;
    let recall: RecallItems;
    beforeAll(async () => {
      setup = await create();
      recall = recallItems(setup.otherTitles);
      await setup.addAll(recall);
    });

    const titles = async (accountId: string, title: string) =>
      (await similarItems().ofTitle(accountId, title)).map(({ item }) => item.title);
    const similarItems = () => new SimilarUseCases(setup.repository, setup.finder);
    const add = async (accountId: string, ...added: string[]) => {
      const items = added.map((title) => aFeedback({ accountId, title }));
      for (const item of items) await setup.repository.add(item, SYSTEM);
      return items.map(({ id }) => id);
    };

    it('finds an item among many, in every language, despite typos and other words', async () => {
      const shares = recallOf(await foundPairs(similarItems(), recall, pairs), pairs);
      expect(Object.keys(shares)).toHaveLength(5 * new Set(pairs.map(({ half }) => half)).size);
      expect(Object.entries(shares).filter(([, share]) => share < MIN_RECALL)).toEqual([]);
    });

    it('returns each item once, and no item of other accounts', async () => {
      const accountId = anAccountId();
      await add(accountId, 'Dark mode');
      expect(await titles(accountId, 'Dark mode')).toEqual(['Dark mode']);
      expect(await titles(anAccountId(), 'Dark mode')).toEqual([]);
    });

    it('finds new and changed items, and no deleted ones', async () => {
      const accountId = anAccountId();
      const [changed, deleted] = await add(accountId, 'Export as PDF', 'Dark theme');
      await setup.repository.revise(accountId, changed!, {
        change: { title: 'Dark mode' },
        at: '2026-03-04T10:00:00.000Z',
        by: SYSTEM,
        expected: 'any',
      });
      await setup.repository.remove(accountId, deleted!, 'any', SYSTEM);
      expect(await titles(accountId, 'dark')).toEqual(['Dark mode']);
      expect(await titles(accountId, 'Export as PDF')).toEqual([]);
    });

    it.each([0, -1])('finds no merged items, at position %i of the account', async (position) => {
      const item = recall.items.at(position)!;
      const merge = (target: string | null) => mergeItem(setup.repository, recall.accountId, item.id, target);
      const found = async () =>
        (await similarItems().ofTitle(recall.accountId, item.title)).some(
          ({ item: { id } }) => id === item.id,
        );
      expect(await found()).toBe(true);
      await merge(recall.items[1]!.id);
      expect(await found()).toBe(false);
      await merge(null);
      expect(await found()).toBe(true);
    });

    it.each([
      ['one letter', 'a'],
      ['only common words', 'the of and to in is it for'],
      ['an emoji', '😀👩‍👩‍👧‍👦'],
      ['punctuation', '?!… —'],
      ['characters of patterns', '%_\\ 100%_\\d+ [a-z]* ($1) \'"; --'],
      ['many words', 'ab cde fghi '.repeat(17).trim()],
      ['one long word', 'x'.repeat(TITLE_MAX)],
      ['a text without spaces', '請求書をPDFでダウンロードしたいのですが'.repeat(9).slice(0, TITLE_MAX)],
      ['combining marks', 'e\u0301\u0302'.repeat(66)],
      ['lone surrogates', '\ud800 dark \udc00'],
    ])('accepts %s', async (_, title) => {
      const items = await similarItems().ofTitle(recall.accountId, title);
      expect(items.length).toBeLessThanOrEqual(5);
      for (const { score } of items) expect(score).toBeGreaterThan(0);
      for (const { score } of items) expect(score).toBeLessThanOrEqual(1);
    });

    it.each(['Total 100%_\\', '😀', '日'])('finds %s', async (title) => {
      const accountId = anAccountId();
      await add(accountId, title, 'Something else');
      expect(await titles(accountId, title)).toEqual(title === '😀' ? [] : [title]);
    });
  });
}
