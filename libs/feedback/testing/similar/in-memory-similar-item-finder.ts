import type { Candidates, ItemLists, SimilarItemFinder } from '../../src';

/** Returns all items of the account. */
export class InMemorySimilarItemFinder implements SimilarItemFinder {
  constructor(private readonly lists: Pick<ItemLists, 'list'>) {}

  async findCandidates(accountId: string): Promise<Candidates> {
    const found = await this.lists.list(accountId, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
    return { found, sample: found.map(({ title }) => title) };
  }
}
