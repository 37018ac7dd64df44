import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase, digestsOf, fillEveryTable, freshDatabase, type FreshDatabase } from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrations } from '../migrations';
import { ensureExtensions } from '../schema/extensions';
import { migrate, schemaProblem } from '../schema/schema';
import { BACKED_UP, LEFT_OUT } from './backup-tables';
import { migrateTo } from './restore-schema';
import { restoreBackup, verifyBackup } from './restore-backup';
import { writeBackup } from './write-backup';

jest.setTimeout(20_000);

/** operator.md 11 */
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
    const {
      rate_limits: _counts,
      sign_in_attempts: _attempts,
      sign_in_challenges: _challenges,
      mail_outbox: _messages,
      password_resets: _resets,
      migrations: _migrations,
      search_index_queue: _queue,
      ...digests
    } = await digestsOf(database.adminUrl);
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

  /** mail.md 3 */
  it('make nothing due that was mailed after the backup, and plan digests from now', async () => {
    const { file } = await backup();
    const target = await opened(createDatabase());
    await restore(target, file);
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
        to_timestamp(feedback_since / 1000000) BETWEEN now() - interval '1 minute' AND now() AS "startsNow"
       FROM notification_settings`,
    );
    const planned = {
      digest_due_at: '-infinity',
      feedback_due_at: 'infinity',
      mail_claimed_until: '-infinity',
    };
    expect(settings).toEqual(Array(3).fill({ ...planned, startsNow: true }));
  });

  it('continue the numbers of changes', async () => {
    const { file } = await backup();
    const target = await opened(createDatabase());
    await restore(target, file);
    const next = `SELECT nextval(pg_get_serial_sequence('feedback_changes', 'seq'))::integer AS next`;
    const [{ most }] = (await asSuperuser<{ most: number }>(
      source,
      'SELECT max(seq)::integer AS most FROM feedback_changes',
    )) as [{ most: number }];
    expect(most).toBeGreaterThan(0);
    const [row] = await asSuperuser<{ next: number }>(target, next);
    expect(row!.next).toBeGreaterThan(most);
  });

  it('save the rows of a role that bypasses row-level security once', async () => {
    const file = newFile();
    const result = await writeBackup({ url: source.adminUrl, file, release: '1.2.3' });
    expect(result).toMatchObject({ items: 63 });
    const target = await opened(createDatabase());
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

  describe('writeBackup', () => {
    it('leaves no setting that gives access to rows', async () => {
      const dataSource = await createDataSource({ url: source.url, poolSize: 1 }).initialize();
      await backup();
      for (const table of ['feedback', 'events', 'webhook_endpoints', 'idempotency_records']) {
        expect(await dataSource.query(`SELECT FROM ${table}`)).toEqual([]);
      }
      await dataSource.destroy();
    });

    it('writes one state of the database, although accounts are saved one after another', async () => {
      const busy = await opened(freshDatabase());
      await fillEveryTable(busy.adminUrl, accounts);
      const writer = await createDataSource({ url: busy.adminUrl, poolSize: 1 }).initialize();
      const add = `
        WITH added AS (INSERT INTO imports SELECT id, gen_random_uuid(), now(), 1 FROM accounts)
        INSERT INTO shared_secrets SELECT gen_random_uuid()::text, '' FROM accounts`;
      const [{ ahead }] = await writer.query<[{ ahead: number }]>(
        'SELECT (SELECT count(*) FROM imports) - (SELECT count(*) FROM shared_secrets) AS ahead',
      );
      let isWriting = true;
      const writing = (async () => {
        while (isWriting) await writer.query(add);
      })();
      try {
        for (let n = 0; n < 3; n++) {
          const { file } = await backup(busy);
          const { counts, reader } = await verifyBackup(file);
          await reader.close();
          expect(counts['imports']! - counts['shared_secrets']!).toBe(Number(ahead));
        }
      } finally {
        isWriting = false;
        await writing;
      }
      await writer.destroy();
    });

    it('returns null while another transaction has its lock', async () => {
      const client = new Client({ connectionString: source.url });
      await client.connect();
      await client.query('BEGIN; SELECT pg_advisory_xact_lock(42)');
      const before = readdirSync(folder);
      expect((await backup(source, { lock: 42 })).result).toBeNull();
      expect(readdirSync(folder)).toEqual(before);
      await client.query('ROLLBACK');
      await client.end();
      expect((await backup(source, { lock: 42 })).result).not.toBeNull();
    });

    it('stops on a signal, and deletes the unfinished file', async () => {
      const before = readdirSync(folder);
      const stop = new AbortController();
      const reason = new Error('Stopped by SIGINT');
      const onProgress = () => stop.abort(reason);
      await expect(backup(source, { signal: stop.signal, onProgress })).rejects.toBe(reason);
      expect(readdirSync(folder)).toEqual(before);
      await expect(backup(source, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(readdirSync(folder)).toEqual(before);
    });

    it('rejects when the connection is lost, and deletes the unfinished file', async () => {
      const before = readdirSync(folder);
      const blocker = new Client({ connectionString: source.adminUrl });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE webhook_hours IN ACCESS EXCLUSIVE MODE');
      const running = backup();
      running.catch(() => {});
      const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'feedback-backup' AND datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await asSuperuser(source, kill)).length === 0);
      await expect(running).rejects.toThrow(/terminat/);
      await blocker.end();
      expect(readdirSync(folder)).toEqual(before);
    });

    it('rejects a database of a newer version, whose tables it does not know', async () => {
      const newer = await opened(freshDatabase());
      await asSuperuser(
        newer,
        `INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'A2000000000000')`,
      );
      const before = readdirSync(folder);
      await expect(backup(newer)).rejects.toThrow(
        'A newer version of the service has migrated the database (A2000000000000): back up with that version',
      );
      expect(readdirSync(folder)).toEqual(before);
    });

    it('rejects a database without the tables of the service', async () => {
      const empty = await opened(createDatabase());
      await expect(backup(empty)).rejects.toThrow('The database has no tables of the service');
    });
  });

  describe('restoreBackup', () => {
    const tableCount = async (database: FreshDatabase) =>
      (await asSuperuser(database, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`))
        .length;

    it.each(['accounts', 'quarantined_feedback', 'webhook_hours'])(
      'rejects a database in which %s has rows, and changes nothing',
      async (table) => {
        const { file } = await backup();
        const target = await opened(freshDatabase());
        const other = await opened(freshDatabase());
        await fillEveryTable(other.adminUrl, [randomUUID()]);
        const rows = await asSuperuser<{ row: string }>(other, `SELECT one::text AS row FROM ${table} one`);
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
      const { file } = await backup();
      const target = await opened(freshDatabase());
      const service = await createDataSource({ url: target.url }).initialize();
      await expect(restore(target, file)).rejects.toThrow(
        'Other connections use the database: stop the service',
      );
      await service.destroy();
    });

    it('rejects a database of a newer version, and changes nothing', async () => {
      const { file } = await backup();
      const target = await opened(freshDatabase());
      await asSuperuser(
        target,
        `INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'A2000000000000')`,
      );
      await expect(restore(target, file)).rejects.toThrow(
        'A newer version of the service has migrated the database (A2000000000000): use an empty database',
      );
    });

    it('leaves a new database empty if the file changes after it was verified', async () => {
      const { file } = await backup();
      const target = await opened(createDatabase());
      const verified = await verifyBackup(file);
      const bytes = readFileSync(file);
      bytes[bytes.length - 10]! = bytes[bytes.length - 10] === 48 ? 49 : 48;
      writeFileSync(file, bytes);
      await expect(restoreBackup({ url: target.url, backup: verified })).rejects.toThrow(
        'its checksum does not match',
      );
      await verified.reader.close();
      expect(await asSuperuser(target, `SELECT FROM pg_class WHERE relname = 'feedback'`)).toEqual([]);
    });

    it('leaves a new database empty if a row is invalid', async () => {
      const { file } = await backup();
      const verified = await verifyBackup(file);
      const swapped: Record<string, string> = { id: 'email', email: 'id' };
      const tables = verified.reader.header.tables.map((table) => {
        const columns = table.columns.map((column) => swapped[column] ?? column);
        return table.name === 'owners' ? { ...table, columns } : table;
      });
      Object.assign(verified.reader.header, { tables });
      const target = await opened(createDatabase());
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
      expect(await tableCount(target)).toBe(await tableCount(await opened(createDatabase())));
    });

    describe('of a file from an older release', () => {
      const names = migrations.map(({ name }) => name);
      /** A database with the first migrations only, an account, and an item. */
      async function older(count: number): Promise<FreshDatabase> {
        const database = await opened(createDatabase());
        const dataSource = await createDataSource({ url: database.url }).initialize();
        await ensureExtensions(dataSource);
        const runner = dataSource.createQueryRunner();
        await runner.startTransaction();
        await migrateTo(dataSource, runner, names.slice(0, count));
        await runner.commitTransaction();
        await runner.release();
        await dataSource.destroy();
        await asSuperuser(
          database,
          `INSERT INTO accounts SELECT ($1::json->>'id')::uuid, 'Acme', 'acme', 'pro', true, now()`,
          [JSON.stringify({ id: accounts[0] })],
        ).catch(async () => {
          await asSuperuser(
            database,
            `INSERT INTO accounts (id, name, slug, plan, form_open, created_at, form_email_field ${count > 12 ? ', aliases' : ''})
             VALUES ('${accounts[0]}', 'Acme', 'acme', 'pro', true, now(), 'optional' ${count > 12 ? `, '{}'` : ''})`,
          );
        });
        await asSuperuser(
          database,
          `INSERT INTO feedback (account_id, id, title, submitter_email, status, source, created_at, updated_at)
           VALUES ('${accounts[0]}', gen_random_uuid(), 'Old Title', 'Bo@example.com', 'new', 'api', now(), now())`,
        );
        return database;
      }

      it.each([names.length - 1, names.length])(
        'with %d migrations: adds rows before it creates the search index',
        async (count) => {
          const { file } = await backup(await older(count));
          const target = await opened(freshDatabase());
          const index = () =>
            asSuperuser(target, `SELECT oid FROM pg_class WHERE relname = 'feedback_search_text'`);
          const before = await index();
          await restore(target, file);
          const after = await index();
          expect([before, after]).toEqual([[expect.anything()], [expect.anything()]]);
          expect(after).not.toEqual(before);
        },
      );

      it.each([2, 5, 7, 11, 13, 17])('with %d migrations: restores and migrates it', async (count) => {
        const { file } = await backup(await older(count));
        const { reader } = await verifyBackup(file);
        expect(reader.header.migrations).toHaveLength(count);
        await reader.close();
        // A service has started on the second one.
        for (const target of [await opened(createDatabase()), await opened(freshDatabase())]) {
          await restore(target, file);
          expect(await schemaOf(target)).toEqual(await schemaOf(await opened(freshDatabase())));
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
  });
});
