import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import {
  asSuperuser,
  BACKED_UP_ACCOUNTS,
  createDatabase,
  fillEveryTable,
  freshDatabase,
  restore,
  useBackups,
  type FreshDatabase,
} from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrate } from '../schema/schema';
import { verifyBackup } from './restore-backup';

/** operator.md 11 */
describe('writeBackup', () => {
  const backups = useBackups();
  const { folder, backup } = backups;
  let source: FreshDatabase;
  beforeAll(async () => {
    source = await backups.source();
  });

  it('leaves no setting that gives access to rows', async () => {
    const dataSource = await createDataSource({ url: source.url, poolSize: 1 }).initialize();
    await backup(source);
    for (const table of ['feedback', 'events', 'webhook_endpoints', 'idempotency_records']) {
      expect(await dataSource.query(`SELECT FROM ${table}`)).toEqual([]);
    }
    await dataSource.destroy();
  });

  it('writes one state of the database, although accounts are saved one after another', async () => {
    const busy = await backups.opened(freshDatabase());
    await fillEveryTable(busy.adminUrl, BACKED_UP_ACCOUNTS);
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
    const running = backup(source);
    running.catch(() => {});
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'feedback-backup' AND datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await asSuperuser(source, kill)).length === 0);
    await expect(running).rejects.toThrow(/terminat/);
    await blocker.end();
    expect(readdirSync(folder)).toEqual(before);
  });

  it('rejects a database of a newer version, whose tables it does not know', async () => {
    const newer = await backups.opened(freshDatabase());
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

  it('accepts a database with the locale C, in which the service does not start', async () => {
    const other = await backups.opened(createDatabase('template0', { locale: 'C' }));
    const dataSource = await createDataSource({ url: other.url }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    await fillEveryTable(other.adminUrl, BACKED_UP_ACCOUNTS);
    const { file } = await backup(other);
    expect(await restore(await backups.opened(createDatabase()), file)).toMatchObject({ accounts: 3 });
  });

  it('rejects a database without the tables of the service', async () => {
    const empty = await backups.opened(createDatabase());
    await expect(backup(empty)).rejects.toThrow('The database has no tables of the service');
  });
});
