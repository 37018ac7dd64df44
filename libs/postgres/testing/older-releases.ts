import { createDataSource } from '../src/connection/data-source';
import { migrateTo } from '../src/backup/restore-schema';
import { verifyBackup } from '../src/backup/restore-backup';
import { migrations } from '../src/migrations';
import { ensureExtensions } from '../src/schema/extensions';
import { migrate, schemaProblem } from '../src/schema/schema';
import { BACKED_UP_ACCOUNTS, restore, schemaOf, useBackups } from './backups';
import { asSuperuser, createDatabase, type FreshDatabase } from './database';
import { freshDatabase } from './fresh-database';

const MIGRATIONS = migrations.map(({ name }) => name);

/** Tests that a backup of a database with the first `counts` migrations can be restored (operator.md 11). */
export function olderReleases(counts: readonly number[]): void {
  describe('restoreBackup of a file from an older release', () => {
    const backups = useBackups();
    let schema: object[];
    beforeAll(async () => {
      schema = await schemaOf(await backups.opened(freshDatabase()));
    });

    it.each(counts)('with %d migrations: restores and migrates it', async (count) => {
      const { file } = await backups.backup(await olderDatabase(count, backups.opened));
      const { reader } = await verifyBackup(file);
      expect(reader.header.migrations).toHaveLength(count);
      await reader.close();
      // A service has started on the second one.
      for (const target of [await backups.opened(createDatabase()), await backups.opened(freshDatabase())]) {
        await restore(target, file);
        expect(await schemaOf(target)).toEqual(schema);
        expect(await asSuperuser(target, 'SELECT text FROM feedback_search')).toEqual([
          { text: 'old title\n\x1fbo@example.com' },
        ]);
        const dataSource = await createDataSource({ url: target.url }).initialize();
        expect(await schemaProblem(dataSource)).toBeNull();
        expect(await migrate(dataSource)).toEqual([]);
        await dataSource.destroy();
      }
    });
  });
}

/** A database with the first migrations only, an account, and an item. Starts with what takes fewer migrations. */
export async function olderDatabase(
  count: number,
  opened: (database: Promise<FreshDatabase>) => Promise<FreshDatabase>,
): Promise<FreshDatabase> {
  const database = await opened(count > MIGRATIONS.length / 2 ? freshDatabase() : createDatabase());
  const dataSource = await createDataSource({ url: database.url }).initialize();
  await ensureExtensions(dataSource);
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await migrateTo(dataSource, runner, MIGRATIONS.slice(0, count));
  await runner.commitTransaction();
  await runner.release();
  await dataSource.destroy();
  const [id] = BACKED_UP_ACCOUNTS;
  await asSuperuser(
    database,
    `INSERT INTO accounts SELECT ($1::json->>'id')::uuid, 'Acme', 'acme', 'pro', true, now()`,
    [JSON.stringify({ id })],
  ).catch(async () => {
    await asSuperuser(
      database,
      `INSERT INTO accounts (id, name, slug, plan, form_open, created_at, form_email_field ${count > 12 ? ', aliases' : ''})
       VALUES ('${id}', 'Acme', 'acme', 'pro', true, now(), 'optional' ${count > 12 ? `, '{}'` : ''})`,
    );
  });
  await asSuperuser(
    database,
    `INSERT INTO feedback (account_id, id, title, submitter_email, status, source, created_at, updated_at)
     VALUES ('${id}', gen_random_uuid(), 'Old Title', 'Bo@example.com', 'new', 'api', now(), now())`,
  );
  return database;
}
