import type { FeedbackRepository, ItemLists, RequestRepository, VoteRepository } from '../../src';

/** A repository, and the lists of its items. */
export interface ItemAdapters {
  readonly items: FeedbackRepository;
  readonly lists: ItemLists;
}

/** Items whose requests are stored, too. */
export interface RequestAdapters extends ItemAdapters {
  readonly requests: RequestRepository;
}

/** Items whose votes are stored, too. */
export interface VoteAdapters extends RequestAdapters {
  readonly votes: VoteRepository;
}
