import { readFileSync, writeFileSync } from 'node:fs';
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
import { createDataSource } from '../connection/data-source';
import { restoreBackup, verifyBackup } from './restore-backup';

/** operator.md 11 */
describe('restoreBackup', () => {
  const backups = useBackups();
  let source: FreshDatabase;
  let file: string;
  beforeAll(async () => {
    source = await backups.source();
    ({ file } = await backups.backup(source));
  });
  const tableCount = async (database: FreshDatabase) =>
    (await asSuperuser(database, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).length;

  it.each(['accounts', 'quarantined_feedback', 'webhook_hours'])(
    'rejects a database in which %s has rows, and changes nothing',
    async (table) => {
      const target = await backups.opened(freshDatabase());
      const rows = await asSuperuser<{ row: string }>(source, `SELECT one::text AS row FROM ${table} one`);
      await asSuperuser(target, `INSERT INTO ${table} SELECT ($1::${table}).*`, [rows[0]!.row]);
      const [before, schema] = [await contentOf(target), await schemaOf(target)];
      await expect(restore(target, file)).rejects.toThrow(
        `The database is not empty: ${table} has rows. Restore into a new database or DATA_DIR`,
      );
      expect(await contentOf(target)).toEqual(before);
      expect(await schemaOf(target)).toEqual(schema);
    },
  );

  it('rejects a database that a service is connected to', async () => {
    const target = await backups.opened(freshDatabase());
    const service = await createDataSource({ url: target.url }).initialize();
    await expect(restore(target, file)).rejects.toThrow(
      'Other connections use the database: stop the service',
    );
    await service.destroy();
  });

  it('rejects a database of a newer version, and changes nothing', async () => {
    const target = await backups.opened(freshDatabase());
    await asSuperuser(
      target,
      `INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'A2000000000000')`,
    );
    await expect(restore(target, file)).rejects.toThrow(
      'A newer version of the service has migrated the database (A2000000000000): use an empty database',
    );
  });

  it.each(['UTF8', 'WIN1251'])(
    'rejects a database of encoding %s with the locale C, and changes nothing',
    async (encoding) => {
      const target = await backups.opened(createDatabase('template0', { locale: 'C', encoding }));
      const before = await tableCount(target);
      await expect(restore(target, file)).rejects.toThrow(
        'Cannot restore: the database must have the encoding UTF8 and a locale other than C, such as C.UTF-8. Nothing was written; restore into a new database with such a locale',
      );
      expect(await tableCount(target)).toBe(before);
      expect(await asSuperuser(target, 'SELECT FROM pg_extension')).toHaveLength(1);
    },
  );

  it('leaves a new database empty if the file changes after it was verified', async () => {
    const target = await backups.opened(createDatabase());
    const { file: changed } = await backups.backup(source);
    const verified = await verifyBackup(changed);
    const bytes = readFileSync(changed);
    bytes[bytes.length - 10]! = bytes[bytes.length - 10] === 48 ? 49 : 48;
    writeFileSync(changed, bytes);
    await expect(restoreBackup({ url: target.url, backup: verified })).rejects.toThrow(
      'its checksum does not match',
    );
    await verified.reader.close();
    expect(await asSuperuser(target, `SELECT FROM pg_class WHERE relname = 'feedback'`)).toEqual([]);
  });

  it('leaves a new database empty if an item has a value that the service rejects', async () => {
    const invalid = await backups.source();
    const target = await backups.opened(createDatabase());
    for (const [constraint, change] of [
      ['feedback_title_length', `title = ''`],
      ['feedback_description_length', `description = repeat('x', 10001)`],
      ['feedback_status_known', `status = 'open'`],
    ]) {
      // Without triggers.
      await asSuperuser(invalid, `SET session_replication_role = replica; UPDATE feedback SET ${change}`);
      const { file: changed } = await backups.backup(invalid);
      await expect(restore(target, changed)).rejects.toThrow(
        `The file does not fit its schema: an item violates ${constraint}. Nothing was written; use another file`,
      );
      await asSuperuser(
        invalid,
        `SET session_replication_role = replica; UPDATE feedback SET title = 'T', description = NULL, status = 'new'`,
      );
    }
    expect(await asSuperuser(target, `SELECT FROM pg_class WHERE relname = 'feedback'`)).toEqual([]);
  });

  it('leaves a new database empty if a row is invalid', async () => {
    const verified = await verifyBackup(file);
    const swapped: Record<string, string> = { id: 'email', email: 'id' };
    const tables = verified.reader.header.tables.map((table) => {
      const columns = table.columns.map((column) => swapped[column] ?? column);
      return table.name === 'owners' ? { ...table, columns } : table;
    });
    Object.assign(verified.reader.header, { tables });
    const target = await backups.opened(createDatabase());
    await expect(restoreBackup({ url: target.url, backup: verified })).rejects.toThrow(
      'invalid input syntax for type uuid',
    );
    Object.assign(verified.reader.header, {
      tables: [{ ...tables[0]!, columns: ['id'] }, ...tables.slice(1)],
    });
    await expect(restoreBackup({ url: target.url, backup: verified })).rejects.toThrow(
      'The file does not fit its schema: the columns of accounts differ',
    );
    await verified.reader.close();
    expect(await tableCount(target)).toBe(await tableCount(await backups.opened(createDatabase())));
  });
});
