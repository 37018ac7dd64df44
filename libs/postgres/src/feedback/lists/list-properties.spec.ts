import { itemFilterContract, itemListsProperties } from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../../testing';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';

/** `../properties.extended.spec.ts` has more runs. */
const RUNS = 12;

for (const [name, as, maxScanned] of [
  ['PostgreSQL', 'role'],
  ['PostgreSQL without row-level security', 'superuser'],
  ['PostgreSQL, scanning 5 rows', 'role', 5],
  ['PostgreSQL, scanning 2 rows', 'role', 2],
] as const) {
  const adapters = async () => {
    const dataSource = await sharedDataSource(as);
    return {
      ...itemAdapters(dataSource, maxScanned),
      tags: new PostgresTagRepository(dataSource),
    };
  };
  itemFilterContract(name, adapters);
  itemListsProperties(name, adapters, RUNS);
}
