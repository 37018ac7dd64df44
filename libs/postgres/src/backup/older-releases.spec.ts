import { asSuperuser, freshDatabase, olderDatabase, olderReleases, restore, useBackups } from '../../testing';
import { migrations } from '../migrations';

// `older-releases.extended.spec.ts` tests the others.
olderReleases([17]);

/** operator.md 11 */
describe('restoreBackup of a file from a recent release', () => {
  const backups = useBackups();

  it.each([migrations.length - 1, migrations.length])(
    'with %d migrations: adds rows before it creates the search index',
    async (count) => {
      const { file } = await backups.backup(await olderDatabase(count, backups.opened));
      const target = await backups.opened(freshDatabase());
      const index = () =>
        asSuperuser(target, `SELECT oid FROM pg_class WHERE relname = 'feedback_search_text'`);
      const before = await index();
      await restore(target, file);
      const after = await index();
      expect([before, after]).toEqual([[expect.anything()], [expect.anything()]]);
      expect(after).not.toEqual(before);
    },
  );
});
