import { aBatch, aFeedback, anAccountId, recordedChangesContract } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { sharedDataSource, testDataSource } from '../../testing';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { PostgresFeedbackImporter } from '../feedback/import/postgres-feedback-importer';
import { PostgresImportRepository } from '../feedback/import/postgres-import-repository';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresIdempotencyRepository } from '../feedback/idempotency/postgres-idempotency-repository';
import { PostgresQuarantineRepository } from '../feedback/quarantine/postgres-quarantine-repository';
import { CHANGE_COLUMNS, changeOf, eventOf, type ChangeRow } from './recorded-change';

recordedChangesContract('PostgreSQL', async () => {
  const dataSource = await sharedDataSource();
  const scope = new AccountScope(dataSource);
  return {
    items: new PostgresFeedbackRepository(dataSource),
    imports: new PostgresImportRepository(dataSource),
    requests: new PostgresIdempotencyRepository(dataSource),
    importer: new PostgresFeedbackImporter(dataSource),
    quarantine: new PostgresQuarantineRepository(dataSource),
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
    const items = new PostgresFeedbackRepository(dataSource);
    await Promise.all(added.map((item) => items.add(item, SYSTEM)));
    await dataSource.query('ANALYZE feedback');
  });

  it.each([2, 5, 20, 100])('of %i changes is recorded in its order', async (size) => {
    const items = new PostgresFeedbackRepository(dataSource);
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

/** events.md 1 */
it('a deletion that an earlier release has recorded, or published, has no external ID', () => {
  const [accountId, id, at] = [anAccountId(), anAccountId(), new Date().toISOString()];
  const item = { id, version: 3 };
  expect(changeOf([accountId, 'system', 'deleted', at, item, null])).toMatchObject({
    item: { id, external_id: null, version: 3 },
  });
  const { data } = eventOf(accountId, [id, 'feedback.deleted', at, 'system', item, null]);
  expect(data).toEqual({ feedback: { id, external_id: null }, version: 3 });
});

/** events.md 1 */
it('an event whose values do not show its change has only the ID and the version of the item', () => {
  const [id, at] = [anAccountId(), new Date().toISOString()];
  const item = { id, version: 3, title: 'Dark mode', status: 'new', created_at: at, updated_at: at };
  const row = [id, 'feedback.status_changed', at, 'system', item, { status: 'new' }] as const;
  expect(eventOf(anAccountId(), [...row])).toMatchObject({
    type: 'feedback.status_changed',
    data: { feedback: { id }, version: 3 },
  });
});
