import { statSync } from 'node:fs';
import {
  asSuperuser,
  contentOf,
  createDatabase,
  freshDatabase,
  restore,
  schemaOf,
  useBackups,
  type FreshDatabase,
} from '../../testing';
import { BACKED_UP, LEFT_OUT } from './backup-tables';
import { writeBackup } from './write-backup';

/** operator.md 11 */
describe('writeBackup and restoreBackup', () => {
  const backups = useBackups();
  let source: FreshDatabase;
  let backup: Awaited<ReturnType<typeof backups.backup>>;
  beforeAll(async () => {
    source = await backups.source();
    backup = await backups.backup(source);
  });

  describe('into a new database', () => {
    let target: FreshDatabase;
    let restored: Awaited<ReturnType<typeof restore>>;
    beforeAll(async () => {
      target = await backups.opened(createDatabase());
      restored = await restore(target, backup.file);
    });

    it('restore every row of every table, also with hostile text', async () => {
      const { file, result } = backup;
      expect(result).toMatchObject({ file, accounts: 3, items: 63, bytes: statSync(file).size });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(restored).toEqual({
        ...{ file, release: '1.2.3', snapshot_at: result.snapshot_at },
        ...{ accounts: 3, items: 63, rows: result.rows },
      });
      expect(await contentOf(target)).toEqual(await contentOf(source));
      expect(await schemaOf(target)).toEqual(await schemaOf(source));
    });

    /** mail.md 3 */
    it('make nothing due that was mailed after the backup, and plan digest mail from now', async () => {
      const count = 'SELECT count(*)::integer AS count FROM';
      expect(await asSuperuser(source, `${count} notifications WHERE mail_due_at IS NOT NULL`)).toEqual([
        { count: 3 },
      ]);
      expect(await asSuperuser(target, `${count} notifications WHERE mail_due_at IS NOT NULL`)).toEqual([
        { count: 0 },
      ]);
      const settings = await asSuperuser(
        target,
        `SELECT digest_due_at::text, feedback_due_at::text, mail_claimed_until::text,
          to_timestamp(feedback_since / 1e6) BETWEEN $1 AND now() AS "startsNow"
         FROM notification_settings`,
        [backup.result.snapshot_at],
      );
      const planned = {
        digest_due_at: '-infinity',
        feedback_due_at: 'infinity',
        mail_claimed_until: '-infinity',
      };
      expect(settings).toEqual(Array(3).fill({ ...planned, startsNow: true }));
    });

    it('continue the numbers of changes', async () => {
      const next = `SELECT nextval(pg_get_serial_sequence('feedback_changes', 'seq'))::integer AS next`;
      const [{ most }] = (await asSuperuser<{ most: number }>(
        source,
        'SELECT max(seq)::integer AS most FROM feedback_changes',
      )) as [{ most: number }];
      expect(most).toBeGreaterThan(0);
      const [row] = await asSuperuser<{ next: number }>(target, next);
      expect(row!.next).toBeGreaterThan(most);
    });
  });

  it('restore into a migrated database that a service has started on', async () => {
    const target = await backups.opened(freshDatabase());
    await asSuperuser(target, `INSERT INTO shared_secrets VALUES ('cursor', '\\x01'), ('other', '\\x02')`);
    await asSuperuser(
      target,
      `CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (1500) TO (2500);
       ALTER TABLE events_2 OWNER TO feedback_test`,
    );
    await restore(target, backup.file);
    expect(await contentOf(target)).toEqual(await contentOf(source));
  });

  it('save the rows of a role that bypasses row-level security once', async () => {
    const file = backups.newFile();
    const result = await writeBackup({ url: source.adminUrl, file, release: '1.2.3' });
    expect(result).toMatchObject({ items: 63 });
    const target = await backups.opened(freshDatabase());
    await restore(target, file);
    expect(await contentOf(target)).toEqual(await contentOf(source));
  });

  it('know every table of the schema, and how to read it', async () => {
    const tables = await asSuperuser<{ name: string; policies: string[] }>(
      source,
      `SELECT relname AS name, ARRAY (SELECT polname::text FROM pg_policy WHERE polrelid = class.oid) AS policies
       FROM pg_class class WHERE relkind IN ('r', 'p') AND NOT relispartition
         AND relnamespace = 'public'::regnamespace`,
    );
    const known = [...BACKED_UP.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
    expect(tables.map(({ name }) => name).sort()).toEqual(known.sort());
    for (const { name, scope } of BACKED_UP) {
      const policies = tables.find((table) => table.name === name)!.policies;
      expect({ name, policies }).toEqual({
        name,
        policies: scope === 'all' ? [] : expect.arrayContaining([`${name}_${scope}`]),
      });
    }
  });
});
