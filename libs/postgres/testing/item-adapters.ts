import type { RequestAdapters } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresItemLists } from '../src/feedback/lists/postgres-item-lists';
import { PostgresRequestRepository } from '../src/feedback/requests/postgres-request-repository';
import { ReadScope } from '../src/replicas/read-scope';

export const itemLists = (dataSource: DataSource, maxScanned?: number): PostgresItemLists =>
  new PostgresItemLists(new ReadScope(dataSource), maxScanned);

/** The repository of items, their lists, and their requests. */
export const itemAdapters = (dataSource: DataSource, maxScanned?: number): RequestAdapters => ({
  items: new PostgresFeedbackRepository(dataSource),
  lists: itemLists(dataSource, maxScanned),
  requests: new PostgresRequestRepository(dataSource),
});
