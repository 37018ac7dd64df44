import { randomBytes } from 'node:crypto';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrate } from '@libs/postgres';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { ServiceProcess } from './support/process';

const WRITERS = 4;
const CHANGES_PER_STEP = 100;
const base = '/api/v1/feedback';

/** What a next release can add: columns, tables, indexes, constraints, and triggers. */
class NextRelease2000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['feedback', 'feedback_search', 'accounts', 'api_keys', 'events']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN next_release integer NOT NULL DEFAULT 0`);
    }
    await runner.query(`CREATE TABLE votes (account_id uuid NOT NULL, item_id uuid NOT NULL)`);
    await runner.query(`CREATE INDEX feedback_next_release ON feedback (account_id, next_release)`);
    await runner.query(`ALTER TABLE feedback ADD CHECK (next_release >= 0) NOT VALID`);
    await runner.query(`
      CREATE FUNCTION next_release() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NEW.next_release := NEW.next_release + 1; RETURN NEW; END'`);
    await runner.query(`
      CREATE TRIGGER next_release BEFORE UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION next_release()`);
  }
  async down(): Promise<void> {}
}

/** operator.md 5: instances behind a load balancer are replaced one by one, after the database was migrated. */
describe('an update under load', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  /** Instances that get requests. */
  let ready: ServiceProcess[];
  const clients = new Map<ServiceProcess, Client>();
  const failures: string[] = [];
  const stored = new Map<string, string>();
  let changes = 0;
  let isDone = false;

  beforeAll(async () => {
    database = await freshDatabase();
    env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      RATE_LIMIT_HOUR_FREE: '0',
      RATE_LIMIT_MINUTE_FREE: '0',
      SHUTDOWN_DELAY: '1',
    };
    ready = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    isDone = true;
    for (const client of clients.values()) client.close();
    await Promise.all(ready.map((instance) => instance.kill('SIGKILL')));
    await database.drop();
  });

  async function start(): Promise<ServiceProcess> {
    const instance = await ServiceProcess.start(env);
    clients.set(instance, new Client(instance));
    return instance;
  }

  /** Sends each request to the next ready instance, once. */
  async function call(...request: Parameters<Client['call']>) {
    const client = clients.get(ready[changes++ % ready.length]!)!;
    const response = await client
      .call(...request)
      .catch((error: Error) => ({ status: 0, text: error.message }));
    if (response.status < 200 || response.status > 299) failures.push(`${response.status} ${response.text}`);
    return response as Awaited<ReturnType<Client['call']>>;
  }

  /** Creates, updates, lists, searches, and deletes items until the end. */
  async function write(key: string, writer: number): Promise<void> {
    for (let n = 0; !isDone; n++) {
      const title = `Item ${writer} ${n}`;
      const { json } = await call('POST', base, { key, body: { title } });
      const id = json?.data.id as string;
      if (!id) continue;
      stored.set(id, title);
      const { status } = await call('PATCH', `${base}/${id}`, { key, body: { title: `${title} changed` } });
      if (status === 200) stored.set(id, `${title} changed`);
      await call('GET', `${base}?limit=5`, { key });
      await call('GET', `${base}?q=${encodeURIComponent(title)}`, { key });
      if (n % 5 > 0) continue;
      const removed = await call('DELETE', `${base}/${id}`, { key });
      if (removed.status === 204) stored.delete(id);
    }
  }

  /** Resolves after every writer has sent more requests. */
  async function moreChanges(): Promise<void> {
    for (const end = changes + CHANGES_PER_STEP; changes < end;)
      await new Promise((next) => setTimeout(next, 10));
  }

  /** Replaces an instance as a load balancer with health checks does. */
  async function replace(instance: ServiceProcess): Promise<void> {
    const successor = await start();
    ready = [...ready.filter((other) => other !== instance), successor];
    await moreChanges();
    expect(await instance.kill('SIGTERM')).toMatchObject({ code: 0 });
  }

  it('fails no request and loses no write, and both releases work on the new schema', async () => {
    const key = await ready[0]!.accountKey();
    const writers = Array.from({ length: WRITERS }, (_, n) => write(key, n));
    await moreChanges();

    const next = await new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: [NextRelease2000000000000],
      migrationsTransactionMode: 'each',
    }).initialize();
    await migrate(next);
    await next.destroy();
    await moreChanges();
    for (const { origin } of ready) expect((await fetch(`${origin}/readyz`)).status).toBe(200);

    for (const instance of ready) await replace(instance);
    await moreChanges();
    isDone = true;
    await Promise.all(writers);

    expect(failures).toEqual([]);
    const { text } = await call('GET', `${base}/export?format=ndjson`, { key: key! });
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; title: string });
    expect(new Map(rows.map(({ id, title }) => [id, title]))).toEqual(stored);
    expect(stored.size).toBeGreaterThan(CHANGES_PER_STEP / 5);
  });
});
