import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase, digestsOf, fillEveryTable, freshDatabase, type FreshDatabase } from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrations } from '../migrations';
import { migrate, schemaProblem } from '../schema/schema';
import { BACKED_UP, LEFT_OUT } from './backup-tables';
import { migrateTo } from './restore-schema';
import { restoreBackup, verifyBackup } from './restore-backup';
import { writeBackup } from './write-backup';

jest.setTimeout(60_000);

/** operator.md 7 */
describe('writeBackup and restoreBackup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const databases: FreshDatabase[] = [];
  let source: FreshDatabase;
  let files = 0;
  const newFile = () => join(folder, `${++files}.backup`);
  const opened = async (database: Promise<FreshDatabase>) => {
    databases.push(await database);
    return databases.at(-1)!;
  };
  const accounts = [randomUUID(), randomUUID(), randomUUID()];

  beforeAll(async () => {
    source = await opened(freshDatabase());
    await fillEveryTable(source.adminUrl, accounts);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    for (const database of databases) await database.drop();
  });

  async function backup(database = source, options: Partial<Parameters<typeof writeBackup>[0]> = {}) {
    const file = newFile();
    const result = await writeBackup({ url: database.url, file, release: '1.2.3', ...options });
    return { file, result: result! };
  }
  async function restore(database: FreshDatabase, file: string) {
    const backup = await verifyBackup(file);
    return restoreBackup({ url: database.url, backup }).finally(() => backup.reader.close());
  }
  async function asSuperuser<T>(database: FreshDatabase, sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    return client
      .query(sql, values)
      .then(({ rows }) => rows as T[])
      .finally(() => client.end());
  }
  /** What a restore must reproduce. */
  async function contentOf(database: FreshDatabase) {
    const { rate_limits: _counts, migrations: _migrations, ...digests } = await digestsOf(database.adminUrl);
    return digests;
  }
  const schemaOf = (database: FreshDatabase) =>
    asSuperuser(
      database,
      `SELECT relname, relrowsecurity, relforcerowsecurity,
        ARRAY (SELECT tgname::text || tgenabled::text FROM pg_trigger WHERE tgrelid = class.oid AND NOT tgisinternal ORDER BY 1) AS triggers,
        ARRAY (SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = class.oid ORDER BY 1) AS indexes
       FROM pg_class class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );

  it('restore every row of every table, also with hostile text, into a new database', async () => {
    const { file, result } = await backup();
    expect(result).toMatchObject({ file, accounts: 3, items: 63, bytes: statSync(file).size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = await opened(createDatabase());
    const restored = await restore(target, file);
    expect(restored).toEqual({
      ...{ file, release: '1.2.3', snapshot_at: result.snapshot_at },
      ...{ accounts: 3, items: 63, rows: result.rows },
    });
    expect(await contentOf(target)).toEqual(await contentOf(source));
    expect(await schemaOf(target)).toEqual(await schemaOf(source));
  });

  it('restore into a migrated database that a service has started on', async () => {
    const { file } = await backup();
    const target = await opened(freshDatabase());
    await asSuperuser(target, `INSERT INTO shared_secrets VALUES ('cursor', '\\x01'), ('other', '\\x02')`);
    await asSuperuser(
      target,
      `CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (1500) TO (2500);
       ALTER TABLE events_2 OWNER TO feedback_test`,
    );
    await restore(target, file);
    expect(await contentOf(target)).toEqual(await contentOf(source));
  });

  it('continue the numbers of changes', async () => {
    const { file } = await backup();
    const target = await opened(createDatabase());
    await restore(target, file);
    const next = `SELECT nextval(pg_get_serial_sequence('feedback_changes', 'seq'))::integer AS next`;
    const [{ most }] = await asSuperuser<{ most: number }>(source, 'SELECT max(seq)::integer AS most FROM feedback_changes') as [{ most: number }];
    expect(most).toBeGreaterThan(0);
    const [row] = await asSuperuser<{ next: number }>(target, next);
    expect(row!.next).toBeGreaterThan(most);
  });
});
