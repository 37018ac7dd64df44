import { aBatch, aFeedback, anAccountId, recordedChangesContract } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { sharedDataSource, testDataSource } from '../../testing';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { PostgresFeedbackImporter } from '../feedback/import/postgres-feedback-importer';
import { TypeOrmImportRepository } from '../feedback/import/typeorm-import-repository';
import { TypeOrmFeedbackRepository } from '../feedback/items/typeorm-feedback-repository';
import { TypeOrmIdempotencyRepository } from '../feedback/idempotency/typeorm-idempotency-repository';
import { TypeOrmQuarantineRepository } from '../feedback/quarantine/typeorm-quarantine-repository';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from './recorded-change';

recordedChangesContract('PostgreSQL', async () => {
  const dataSource = await sharedDataSource();
  const scope = new AccountScope(dataSource);
  return {
    items: new TypeOrmFeedbackRepository(dataSource),
    imports: new TypeOrmImportRepository(dataSource),
    requests: new TypeOrmIdempotencyRepository(dataSource),
    importer: new PostgresFeedbackImporter(dataSource),
    quarantine: new TypeOrmQuarantineRepository(dataSource),
    async changesOf(accountId) {
      const statement = rowsOf(
        `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`,
        [accountId],
      );
      return (await scope.query<ChangeRow>(accountId, statement)).rows.map(changeOf);
    },
  };
});

/** events.md 1. The plan of the update, and so the order in which it changes rows, depends on the size of the batch. */
describe('a batch', () => {
  const accountId = anAccountId();
  const added = Array.from({ length: 150 }, () => aFeedback({ accountId }));
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await testDataSource();
    const items = new TypeOrmFeedbackRepository(dataSource);
    await Promise.all(added.map((item) => items.add(item, SYSTEM)));
    await dataSource.query('ANALYZE feedback');
  });

  it.each([2, 5, 20, 100])('of %i changes is recorded in its order', async (size) => {
    const items = new TypeOrmFeedbackRepository(dataSource);
    const ids = added.map(({ id }, i) => ({ id, place: (i * 89) % 150 }));
    const order = ids
      .sort((a, b) => a.place - b.place)
      .slice(0, size)
      .map(({ id }) => id);
    const title = `Batch of ${size}`;
    await items.reviseAll(accountId, aBatch(order.map((id) => ({ id, title }))));
    const { rows } = await new AccountScope(dataSource).query<[id: string]>(
      accountId,
      rowsOf(
        `SELECT item->>'id' FROM feedback_changes
         WHERE account_id = $1 AND kind = 'updated' AND item->>'title' = $2 ORDER BY seq`,
        [accountId, title],
      ),
    );
    expect(rows.flat()).toEqual(order);
  });
});
