import type { ItemAdapters } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresItemLists } from '../src/feedback/lists/postgres-item-lists';
import { ReadScope } from '../src/replicas/read-scope';

export const itemLists = (dataSource: DataSource, maxScanned?: number): PostgresItemLists =>
  new PostgresItemLists(new ReadScope(dataSource), maxScanned);

/** The repository of items, and their lists. */
export const itemAdapters = (dataSource: DataSource, maxScanned?: number): ItemAdapters => ({
  items: new PostgresFeedbackRepository(dataSource),
  lists: itemLists(dataSource, maxScanned),
});
