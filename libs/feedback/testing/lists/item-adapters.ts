import type { FeedbackRepository, ItemLists } from '../../src';

/** A repository, and the lists of its items. */
export interface ItemAdapters {
  readonly items: FeedbackRepository;
  readonly lists: ItemLists;
}
