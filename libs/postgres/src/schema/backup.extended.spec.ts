import { SYSTEM } from '@libs/kernel';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { aFeedback } from '@libs/feedback/testing';
import { Client } from 'pg';
import { createDatabase } from '../../testing';
import { restoreBackup, verifyBackup, writeBackup } from '../backup';
import { createDataSource } from '../connection/data-source';
import { serverAccount } from '../embedded/binaries';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { migrate, schemaProblem } from './schema';

/** pg_dump supports servers of its own version or older, so this test runs the server of the same package. */
const BIN = programs();
const withServer = BIN ? describe : describe.skip;
if (!BIN) console.warn('NO PostgreSQL SERVER PACKAGE: docs/operating/backup.md is not tested');

function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 15));
  const folder = join(root, String(newest), 'bin');
  return ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name)))
    ? folder
    : undefined;
}

const OPERATING = resolve(__dirname, '../../../../docs/operating');
const documents = ['postgresql.md', 'backup.md']
  .map((name) => readFileSync(join(OPERATING, name), 'utf8'))
  .join('\n');
const ITEMS = 30;

withServer('docs/operating/backup.md', () => {
  let folder: string;
  let port: number;
  const account = serverAccount('');
  const dump = () => join(folder, 'feedback.dump');
  const asServer = (program: string, ...args: string[]) =>
    execFileSync(join(BIN!, program), args, { ...account, cwd: folder, stdio: 'ignore' });
  const url = (role: string, database = 'feedback') => `postgres://${role}@127.0.0.1:${port}/${database}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-backup-'));
    chmodSync(folder, 0o755);
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (account) chownSync(data, account.uid, account.gid);
    port = await freePort();
    asServer('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    asServer('pg_ctl', '-D', data, '-o', options, '-l', join(data, 'server.log'), '-w', 'start');
    await asSuperuser('postgres', (admin) => runBlock(admin, 'CREATE ROLE feedback LOGIN'));
    await asSuperuser('feedback', (admin) => runBlock(admin, 'CREATE ROLE feedback_backup'));
    await fill();
  });
  afterAll(() => {
    asServer('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true });
  });

  async function asSuperuser<T>(database: string, work: (admin: Client) => Promise<T>): Promise<T> {
    const admin = new Client({ connectionString: url('postgres', database) });
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.end();
    }
  }

  async function fill(): Promise<void> {
    const dataSource = await createDataSource({ url: url('feedback') }).initialize();
    await migrate(dataSource);
    const items = new PostgresFeedbackRepository(dataSource);
    for (let n = 0; n < ITEMS; n++) await items.add(aFeedback({ title: `Item ${n}` }), SYSTEM);
    await dataSource.destroy();
  }

  /** Returns the number of rows of every table by name, without the queue, to which one in 200 items adds a row. */
  const counts = (database: string) =>
    asSuperuser(database, async (admin) => {
      const { rows: tables } = await admin.query<{ name: string }>(
        `SELECT quote_ident(relname) AS name FROM pg_class
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'search_index_queue' ORDER BY 1`,
      );
      const found: Record<string, number> = {};
      for (const { name } of tables) {
        const { rows } = await admin.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${name}`);
        found[name] = rows[0]!.n;
      }
      return found;
    });

  function run(start: string, database = 'feedback', role?: string) {
    const [program, ...args] = documents
      .split('\n')
      .find((line) => line.startsWith(`${start} `))!
      .replace(/postgres:\/\/(\w+):\S+\/\w+/, (_, named: string) => url(role ?? named, database))
      .replaceAll('feedback.dump', dump())
      .split(' ');
    return spawnSync(join(BIN!, program!), args, { encoding: 'utf8' });
  }

  it('fails for the role of the service, and contains every row for the backup role', async () => {
    const rejected = run('pg_dump', 'feedback', 'feedback');
    expect(rejected.status).not.toBe(0);
    expect(rejected.stderr).toContain('query would be affected by row-level security policy');

    expect(run('pg_dump')).toMatchObject({ status: 0, stderr: '' });
    await asSuperuser('postgres', (admin) => runBlock(admin, 'CREATE DATABASE feedback_restored'));
    expect(run('pg_restore', 'feedback_restored')).toMatchObject({ status: 0, stderr: '' });

    const restored = await counts('feedback_restored');
    expect(restored).toEqual(await counts('feedback'));
    expect(restored).toMatchObject({ feedback: ITEMS, feedback_search_newest: ITEMS });
    await isUsable(url('feedback', 'feedback_restored'));
  });

  it('restores a backup of the service on another major version of PostgreSQL, in both directions', async () => {
    const [file, again] = ['old.backup', 'new.backup'].map((name) => join(folder, name)) as [string, string];
    const newer = await createDatabase();
    try {
      await writeBackup({ url: url('feedback'), file, release: '1.0.0' });
      expect(await restored(file, newer.url)).toMatchObject({ items: ITEMS });
      await writeBackup({ url: newer.url, file: again, release: '1.0.0' });
      await asSuperuser('postgres', (admin) => admin.query('CREATE DATABASE feedback_again OWNER feedback'));
      expect(await restored(again, url('feedback', 'feedback_again'))).toMatchObject({ items: ITEMS });
      // A restore adds all entries to the search index.
      const searches = { feedback_search_indexed: ITEMS, feedback_search_newest: 0 };
      expect(await counts('feedback_again')).toEqual({ ...(await counts('feedback')), ...searches });
      await isUsable(url('feedback', 'feedback_again'));
    } finally {
      await newer.drop();
    }
  });

  async function restored(file: string, address: string) {
    const backup = await verifyBackup(file);
    try {
      return await restoreBackup({ url: address, backup });
    } finally {
      await backup.reader.close();
    }
  }

  it('gives the backup role read access only', async () => {
    const client = new Client({ connectionString: url('feedback_backup') });
    await client.connect();
    const denied = { code: '42501' };
    await expect(client.query('DELETE FROM feedback')).rejects.toMatchObject(denied);
    await expect(client.query(`UPDATE feedback SET title = 'x'`)).rejects.toMatchObject(denied);
    await expect(client.query('CREATE TABLE own (n integer)')).rejects.toMatchObject(denied);
    await client.end();
  });

  /** Checks that the service can use the database, and that row-level security hides all items without an account. */
  async function isUsable(address: string): Promise<void> {
    const dataSource = await createDataSource({ url: address }).initialize();
    expect(await migrate(dataSource)).toEqual([]);
    expect(await schemaProblem(dataSource)).toBeNull();
    expect(await dataSource.query('SELECT FROM feedback')).toEqual([]);
    await dataSource.destroy();
  }
});

/** Runs the statements of the documents' SQL block that contains this text. */
async function runBlock(admin: Client, text: string): Promise<void> {
  const blocks = [...documents.matchAll(/^```sql\n([^]*?)^```/gm)].map(([, block]) => block!);
  const statements = blocks
    .find((block) => block.includes(text))!
    .trim()
    .split(';\n');
  for (const statement of statements) await admin.query(statement);
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
