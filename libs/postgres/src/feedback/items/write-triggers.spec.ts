import { DESCRIPTION_MAX, STATUSES, TITLE_MAX } from '@libs/feedback';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { createDatabase, sharedDataSource } from '../../../testing';
import { createDataSource } from '../../connection/data-source';
import { migrations } from '../../migrations';
import { OneTriggerPerWrite1765500000000 } from '../../migrations/feedback/1765500000000-one-trigger-per-write';
import { migrate } from '../../schema/schema';
import { PostgresFeedbackRepository } from './postgres-feedback-repository';

/** docs/architecture/adr/0036-one-trigger-per-write.md */
describe('the triggers of items', () => {
  it.each([
    ['title', '', 'feedback_title_length'],
    ['description', 'ü'.repeat(DESCRIPTION_MAX + 1), 'feedback_description_length'],
    ['status', 'done', 'feedback_status_known'],
  ])('reject a wrong %s, with the error of a constraint', async (name, value, constraint) => {
    const dataSource = await sharedDataSource();
    const items = new PostgresFeedbackRepository(dataSource);
    const error = { code: '23514', constraint };
    const item = aFeedback();
    await expect(items.add({ ...item, [name]: value }, SYSTEM)).rejects.toMatchObject(error);
    await items.add(item, SYSTEM);
    const change = { change: { [name]: value }, expected: 'any', at: item.updated_at, by: SYSTEM } as const;
    await expect(items.revise(item.accountId, item.id, change)).rejects.toMatchObject(error);
    expect(await items.find(item.accountId, item.id)).toEqual(item);
  });

  it.each(STATUSES)('accept the longest values with the status %s', async (status) => {
    const item = aFeedback({
      title: 'ü'.repeat(TITLE_MAX),
      description: 'ü'.repeat(DESCRIPTION_MAX),
      status,
    });
    const items = new PostgresFeedbackRepository(await sharedDataSource());
    await items.add(item, SYSTEM);
    expect(await items.find(item.accountId, item.id)).toEqual(item);
  });

  it('are those of the earlier schema again after the migration is reverted', async () => {
    const database = await createDatabase();
    const before = createDataSource({ url: database.url });
    before.setOptions({
      migrations: migrations.slice(0, migrations.indexOf(OneTriggerPerWrite1765500000000)),
    });
    const dataSource = createDataSource({ url: database.url });
    try {
      await before.initialize();
      await before.runMigrations();
      const rules = await rulesOf(before);
      await dataSource.initialize();
      const ran = await migrate(dataSource);
      expect(await rulesOf(dataSource)).toHaveLength(5);
      for (let i = 0; i < ran.length; i++) await dataSource.undoLastMigration();
      expect(await rulesOf(dataSource)).toEqual(rules);
    } finally {
      await dataSource.destroy();
      await before.destroy();
      await database.drop();
    }
  });
});

/** Returns the definitions of triggers and constraints. */
async function rulesOf(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ definition: string }[]>(`
    SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgrelid = 'feedback'::regclass AND NOT tgisinternal
    UNION ALL
    SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = 'feedback'::regclass AND contype <> 'n'
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}
