import type { FeedbackRepository, ItemLists, RequestRepository } from '../../src';

/** A repository, and the lists of its items. */
export interface ItemAdapters {
  readonly items: FeedbackRepository;
  readonly lists: ItemLists;
}

/** Items whose requests are stored, too. */
export interface RequestAdapters extends ItemAdapters {
  readonly requests: RequestRepository;
}
