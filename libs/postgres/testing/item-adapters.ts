import type { WaitingVoteAdapters } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresItemLists } from '../src/feedback/lists/postgres-item-lists';
import { PostgresRequestRepository } from '../src/feedback/requests/postgres-request-repository';
import { PostgresVoteRepository } from '../src/feedback/votes/postgres-vote-repository';
import { PostgresWaitingVoteRepository } from '../src/feedback/votes/postgres-waiting-vote-repository';
import { PostgresFollowerRepository } from '../src/followers/postgres-follower-repository';
import { ReadScope } from '../src/replicas/read-scope';

export const itemLists = (dataSource: DataSource, maxScanned?: number): PostgresItemLists =>
  new PostgresItemLists(new ReadScope(dataSource), maxScanned);

/** The repository of items, their lists, their requests, their votes, and their followers. */
export const itemAdapters = (dataSource: DataSource, maxScanned?: number): WaitingVoteAdapters => ({
  items: new PostgresFeedbackRepository(dataSource),
  lists: itemLists(dataSource, maxScanned),
  requests: new PostgresRequestRepository(dataSource),
  votes: new PostgresVoteRepository(dataSource),
  followers: new PostgresFollowerRepository(dataSource),
  waitingVotes: new PostgresWaitingVoteRepository(dataSource),
});
