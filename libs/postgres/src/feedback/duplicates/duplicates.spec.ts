import { duplicatesContract, duplicatesProperties } from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../../testing';

const adapters = async () => itemAdapters(await sharedDataSource());

duplicatesContract('PostgreSQL', adapters);
duplicatesProperties('PostgreSQL', adapters, 10);

duplicatesContract('PostgreSQL without row-level security', async () =>
  itemAdapters(await sharedDataSource('superuser')),
);

// Lower limits than the size of the accounts test all attempts of a search.
duplicatesContract('PostgreSQL, scanning 2 rows', async () => itemAdapters(await sharedDataSource(), 2));
