import { SYSTEM } from '@libs/kernel';
import type { Socket } from 'node:net';
import { tooManyExports, type ExportRequest } from '@libs/feedback';
import { aFeedback, anAccountId, bytesOf } from '@libs/feedback/testing';
import { Client, type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { until, untilStatementsWait, useFreshDatabase } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource, poolOf } from '../../connection/data-source';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { withLiterals } from './copy.sql';
import { PostgresFeedbackExporter } from './postgres-feedback-exporter';

const ALL: ExportRequest = { format: 'ndjson', selection: {} };
const NEVER_ABORTED = new AbortController().signal;
/** Enough for a busy machine. */
const WAIT_MS = 300_000;
/** With their descriptions, more than socket buffers hold, so that the server is still sending when its client disconnects. */
const ITEMS = 1_500;

/** Connects a client. Ignores errors, because its database may be dropped before it disconnects. */
async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** export.md 4 */
describe('PostgresFeedbackExporter and its connections', () => {
  const database = useFreshDatabase();
  let admin: Client;
  let dataSource: DataSource;
  let pool: Pool;
  let exporter: PostgresFeedbackExporter;
  const large = anAccountId();
  const secondLarge = anAccountId();

  beforeAll(async () => {
    admin = await connected(database.adminUrl);
    // Disables triggers, because these tests don't search.
    await admin.query('SET session_replication_role = replica');
    await admin.query(
      `INSERT INTO feedback (account_id, id, title, description, status, source, created_at, updated_at)
       SELECT account_id, overlay(gen_random_uuid()::text PLACING '019cb323-e500-7' FROM 1 FOR 15)::uuid, 'Title ' || n,
         repeat('words ', 1600), 'new', 'api', '2026-03-03T10:00:00Z', '2026-03-03T10:00:00Z'
       FROM generate_series(1, ${ITEMS}) n, unnest($1::uuid[]) account_id`,
      [[large, secondLarge]],
    );
  });
  afterAll(() => admin.end());
  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, poolSize: 6 }).initialize();
    pool = poolOf(dataSource);
    exporter = new PostgresFeedbackExporter(dataSource, { timeouts: { waitMs: WAIT_MS } });
  });
  afterEach(() => dataSource.destroy());

  /** Counts the service's connections that run a statement or a transaction, and its advisory locks. */
  const busy = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'feedback-service' AND state <> 'idle'`,
    );
    const locks = await admin.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`);
    return rows[0]!.n + locks.rows.length;
  };
  const idleSoon = () => until(async () => (await busy()) === 0);
  const expectPoolIdle = async () => {
    await idleSoon();
    // The pool learns of it later than the server.
    await until(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount);
    await Promise.all(Array.from({ length: 6 }, () => pool.query('SELECT 1')));
  };
  const disconnectAfter = async (after: number, account = large) => {
    const abort = new AbortController();
    const chunks = await exporter.open(account, ALL, abort.signal);
    let seen = 0;
    await expect(
      (async () => {
        for await (const chunk of chunks) if (chunk.length > 0 && ++seen > after) abort.abort();
      })(),
    ).rejects.toThrow();
  };

  it('frees its connection whenever the reader disconnects', async () => {
    for (let i = 0; i < 10; i++) {
      await disconnectAfter(i);
      await idleSoon();
    }
    await expectPoolIdle();
  });

  it('frees its connection if the reader disconnects before the first chunk', async () => {
    for (let i = 0; i < 10; i++) {
      const abort = new AbortController();
      const opening = exporter.open(large, ALL, abort.signal);
      setTimeout(() => abort.abort(), i);
      await opening.then(bytesOf).catch(() => {});
      await idleSoon();
    }
    await expectPoolIdle();
  });

  it('cancels a statement that has not sent any data yet', async () => {
    // The statement sends nothing while it waits for the lock, so the server can't detect that its client is gone.
    const holder = await connected(database.adminUrl);
    await holder.query('BEGIN; LOCK TABLE feedback');
    const abort = new AbortController();
    const opening = exporter.open(large, ALL, abort.signal);
    opening.catch(() => {});
    await untilStatementsWait(dataSource);
    abort.abort();
    await expect(opening).rejects.toThrow();
    await idleSoon();
    await holder.end();
    await expectPoolIdle();
  });

  it('rejects if the server fails during an export, and the next export succeeds', async () => {
    const chunks = await exporter.open(large, ALL, NEVER_ABORTED);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'feedback-service' AND state <> 'idle'`);
    await expect(bytesOf(chunks)).rejects.toThrow();
    await expectPoolIdle();
    const file = await bytesOf(await exporter.open(large, ALL, NEVER_ABORTED));
    expect(file.toString().match(/\n/g)).toHaveLength(ITEMS);
    await expectPoolIdle();
  });

  it('fails if its connection was lost before it is read', async () => {
    let borrowed: PoolClient | undefined;
    pool.once('acquire', (client) => (borrowed = client));
    const chunks = await exporter.open(large, ALL, NEVER_ABORTED);
    const { connection } = borrowed as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(new Error('read ECONNRESET'));
    await idleSoon();
    await expect(bytesOf(chunks)).rejects.toThrow('read ECONNRESET');
    await expectPoolIdle();
  });

  it('rejects with the database error before the first chunk', async () => {
    await admin.query(`ALTER TABLE feedback RENAME TO feedback_away`);
    const failing = exporter.open(large, ALL, NEVER_ABORTED);
    await expect(failing).rejects.toMatchObject({ code: '42P01' });
    await admin.query(`ALTER TABLE feedback_away RENAME TO feedback`);
    await expectPoolIdle();
  });

  it('allows one export per account across instances', async () => {
    const other = await createDataSource({ url: database.url }).initialize();
    const otherInstance = new PostgresFeedbackExporter(other);
    const chunks = await exporter.open(large, ALL, NEVER_ABORTED);
    await expect(otherInstance.open(large, ALL, NEVER_ABORTED)).rejects.toMatchObject({
      code: 'export_in_progress',
    });
    await bytesOf(await otherInstance.open(anAccountId(), ALL, NEVER_ABORTED));
    await bytesOf(chunks);
    const abort = new AbortController();
    await otherInstance.open(large, ALL, abort.signal);
    abort.abort();
    await other.destroy();
  });

  it('limits exports to a part of the pool, and rejects one that waits too long', async () => {
    const items = new PostgresFeedbackRepository(dataSource);
    const accounts = [anAccountId(), anAccountId(), anAccountId()];
    for (const accountId of accounts) await items.add(aFeedback({ accountId }), SYSTEM);
    const [one, two, three] = accounts as [string, string, string];
    const timeouts = { waitMs: 20 };
    exporter = new PostgresFeedbackExporter(dataSource, { timeouts });
    const first = await exporter.open(one, ALL, NEVER_ABORTED);
    const second = await exporter.open(two, ALL, NEVER_ABORTED);
    const { message } = tooManyExports();
    await expect(exporter.open(three, ALL, NEVER_ABORTED)).rejects.toMatchObject({
      kind: 'unavailable',
      message,
    });
    timeouts.waitMs = WAIT_MS;
    const waiting = exporter.open(three, ALL, NEVER_ABORTED);
    await bytesOf(first);
    await bytesOf(await waiting);
    await bytesOf(second);
    await expectPoolIdle();
  });

  it('ends the export with the slowest reader if another export has waited long enough', async () => {
    exporter = new PostgresFeedbackExporter(dataSource, {
      timeouts: { waitMs: WAIT_MS },
      checkMs: 20,
      graceMs: 0,
    });
    const [faster, slower] = await Promise.all(
      [large, secondLarge].map(async (account) => {
        const chunks = await exporter.open(account, ALL, NEVER_ABORTED);
        return chunks[Symbol.asyncIterator]();
      }),
    );
    for (const chunks of [slower!, faster!, faster!]) await chunks.next();
    await bytesOf(await exporter.open(anAccountId(), ALL, NEVER_ABORTED));
    await expect(slower!.next()).rejects.toMatchObject({ code: 'export_replaced' });
    await faster!.next();
    await faster!.return!(undefined);
    await expectPoolIdle();
  });

  it('leaves the queue if the reader disconnects while it waits', async () => {
    const first = await exporter.open(anAccountId(), ALL, NEVER_ABORTED);
    const second = await exporter.open(anAccountId(), ALL, NEVER_ABORTED);
    const abort = new AbortController();
    const third = exporter.open(large, ALL, abort.signal);
    abort.abort();
    await expect(third).rejects.toThrow();
    await bytesOf(first);
    await bytesOf(second);
    await expectPoolIdle();
  });

  it('returns only rows of its account, even without a WHERE', async () => {
    const accountId = anAccountId();
    const item = aFeedback({ accountId });
    await new PostgresFeedbackRepository(dataSource).add(item, SYSTEM);
    const file = await new AccountScope(dataSource).transaction(accountId, async (client) => {
      const copy = client.query(copyTo('COPY (SELECT id FROM feedback) TO STDOUT'));
      return bytesOf(copy);
    });
    expect(file.toString()).toBe(`${item.id}\n`);
  });
});

describe('withLiterals', () => {
  it.each([
    "'",
    "''",
    "\\'",
    '\\',
    'é',
    '$1',
    '$2',
    "' || $2 || '",
    "'; DROP TABLE feedback; --",
    '$$',
    '\n',
    'E',
  ])('escapes the parameter %j', async (text) => {
    const { rows } = await one.query<{ a: string; b: string }>(
      withLiterals('SELECT $1 AS a, $2 AS b', [text, 'b']),
    );
    expect(rows).toEqual([{ a: text, b: 'b' }]);
  });

  it('throws a TypeError for parameters that are not strings', () => {
    expect(() => withLiterals('$1', [1])).toThrow(TypeError);
    expect(() => withLiterals('$2', ['a'])).toThrow(TypeError);
  });

  const database = useFreshDatabase();
  let one: Client;
  beforeAll(async () => {
    one = await connected(database.url);
  });
  afterAll(() => one.end());
});
