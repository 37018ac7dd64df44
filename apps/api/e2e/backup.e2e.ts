import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { ScheduledBackups } from '../src/backup/scheduled-backups';
import { Client } from './support/client';
import { Dashboard } from './support/dashboard';
import { operator } from './support/process';
import { isBehindPgBouncer, Service, throughPooler, type Account } from './support/service';
import { useService } from './support/use-service';

const OPERATOR = resolve(__dirname, '../../../dist/apps/api/operator.js');
const PATH = '/api/v1/feedback';

/** operator.md 11 */
describe('backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-e2e-'));
  const databases: FreshDatabase[] = [];
  const { service, client } = useService();
  let account: Account;
  let files = 0;
  const newFile = () => join(folder, `${++files}.backup`);
  const opened = async (database: Promise<FreshDatabase>) => {
    databases.push(await database);
    return databases.at(-1)!;
  };

  beforeEach(async () => (account = await service.account()));
  afterAll(async () => {
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** As the service: DATABASE_URL can lead through PgBouncer. */
  const environment = ({ url }: FreshDatabase) => ({
    DATABASE_URL: throughPooler(url),
    DATABASE_DIRECT_URL: url,
    DATABASE_PREPARED_STATEMENTS: isBehindPgBouncer() ? 'off' : 'on',
  });
  const backup = (file: string, database = service.database) =>
    operator(environment(sourceOf(database)), 'backup', file);
  const sourceOf = (database: FreshDatabase) => ({ ...database, url: directUrl(database) });
  /** The URL of a `serviceDatabase` can be that of the pooler. */
  function directUrl({ url, adminUrl }: FreshDatabase): string {
    const direct = new URL(adminUrl);
    const { username, password } = new URL(url);
    return Object.assign(direct, { username, password }).toString();
  }
  const restore = (file: string, database: FreshDatabase) => operator(environment(database), 'restore', file);

  async function add(title: string): Promise<string> {
    const { status, json } = await client.call('POST', PATH, { key: account.key, body: { title } });
    expect(status).toBe(201);
    return json.data.id;
  }

  it('restore a state of the database while items are written, with which a service starts', async () => {
    const before: string[] = [];
    for (let n = 0; n < 20; n++) before.push(await add(`Before ${n}`));
    const file = newFile();
    const during: string[] = [];
    let isRunning = true;
    const writing = (async () => {
      for (let n = 0; isRunning; n++) during.push(await add(`During ${n}`));
    })();
    const result = await backup(file).finally(() => (isRunning = false));
    await writing;
    expect(during.length).toBeGreaterThan(0);

    const target = await opened(createDatabase());
    expect(await restore(file, target)).toMatchObject({ file, items: result['items'], rows: result['rows'] });
    const restored = await Service.start({}, { database: { ...target, url: throughPooler(target.url) } });
    const other = new Client(restored);
    try {
      const list = await other.call('GET', `${PATH}?sort=created_at&limit=100`, { key: account.key });
      const ids = list.json.data.map(({ id }: { id: string }) => id);
      // The writer waits for each response, so a state of the database has all items up to one of them.
      expect(ids.length).toBeGreaterThanOrEqual(before.length);
      expect(ids).toEqual([...before, ...during].slice(0, ids.length));

      const found = await other.call('GET', `${PATH}?q=before`, { key: account.key });
      expect(found.json.data).toHaveLength(20);
      const dashboard = new Dashboard(other);
      await dashboard.signIn(account.email);
      expect((await dashboard.call('GET', 'account')).status).toBe(200);
      expect(await restored.dataSource.query('SELECT FROM feedback')).toEqual([]);
      expect((await other.call('POST', PATH, { key: account.key, body: { title: 'After' } })).status).toBe(
        201,
      );
    } finally {
      other.close();
      await restored.stop();
    }
  });

  it('rejects an altered file before it creates anything, also with an embedded database', async () => {
    const file = newFile();
    await backup(file);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    const dataDir = join(folder, 'data');
    await expect(operator({ DATA_DIR: dataDir }, 'restore', file)).rejects.toThrow(
      `${file} is not a complete backup: `,
    );
    expect(readdirSync(folder)).not.toContain('data');
  });

  it('stops on a signal, also while it waits, and leaves no file', async () => {
    const file = newFile();
    const blocker = service.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE webhook_hours IN ACCESS EXCLUSIVE MODE');
    const child = execFile(process.execPath, [OPERATOR, 'backup', file], {
      env: { PATH: process.env['PATH'], ...environment(sourceOf(service.database)) },
    });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'feedback-backup' AND wait_event_type = 'Lock'`;
    while ((await service.dataSource.query(isWaiting)).length === 0);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    await blocker.rollbackTransaction();
    await blocker.release();
    expect(readdirSync(folder).filter((name) => name.includes(`${files}.backup`))).toEqual([]);
  });

  it('reports a full disk, and leaves no file', async () => {
    for (let n = 0; n < 20; n++) {
      const body = { title: 'Long', description: randomBytes(5000).toString('hex') };
      await client.call('POST', PATH, { key: account.key, body });
    }
    const file = newFile();
    // A limit of the size of files has the same effect as a full disk. In blocks of 512 or 1,024 bytes.
    const command = `ulimit -f 64; exec "${process.execPath}" "${OPERATOR}" backup "${file}"`;
    const env = { PATH: process.env['PATH'], ...environment(sourceOf(service.database)) };
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) =>
      execFile('/bin/sh', ['-c', command], { env }, (error, _, stderr) =>
        done({ code: error?.code, stderr }),
      ),
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write the backup \S+: EFBIG[^\n]*\n$/),
    });
    expect(readdirSync(folder).filter((name) => name.includes(`${files}.backup`))).toEqual([]);
  });

  it('scheduled backups are made by one instance at a time, and can be restored', async () => {
    const scheduled = mkdtempSync(join(folder, 'scheduled-'));
    const env = {
      ...service.operatorEnv,
      BACKUP_DIR: scheduled,
      DATABASE_DIRECT_URL: directUrl(service.database),
    };
    const instances = await Promise.all([1, 2].map(() => Service.start(env, { database: service.database })));
    await Promise.all(instances.map((instance) => instance.get(ScheduledBackups).run()));
    const names = readdirSync(scheduled);
    expect(names).toEqual([expect.stringMatching(/^feedback-\d{8}T\d{6}Z\.backup$/)]);
    await Promise.all(instances.map((instance) => instance.stop()));
    const target = await opened(createDatabase());
    const [counts] = await service.dataSource.query('SELECT count(*)::int AS accounts FROM accounts');
    expect(await restore(join(scheduled, names[0]!), target)).toMatchObject(counts);
  });
});
