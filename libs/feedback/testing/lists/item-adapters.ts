import type {
  FeedbackRepository,
  FollowerRepository,
  ItemLists,
  RequestRepository,
  VoteRepository,
  WaitingVoteRepository,
} from '../../src';

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

/** Items whose followers, and their votes that wait, are stored, too. */
export interface WaitingVoteAdapters extends VoteAdapters {
  readonly followers: FollowerRepository;
  readonly waitingVotes: WaitingVoteRepository;
}
