import { itemListsContract } from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../../testing';

itemListsContract('PostgreSQL', async () => itemAdapters(await sharedDataSource()));

itemListsContract('PostgreSQL without row-level security', async () =>
  itemAdapters(await sharedDataSource('superuser')),
);

// The accounts of the contract tests are so small that one scan reads all rows. Lower limits test the other attempts.
for (const maxScanned of [5, 2]) {
  itemListsContract(`PostgreSQL, scanning ${maxScanned} rows`, async () =>
    itemAdapters(await sharedDataSource(), maxScanned),
  );
}
