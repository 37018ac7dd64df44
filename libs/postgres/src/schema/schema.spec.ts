import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDatabase,
  freshDatabase,
  TABLE_DEFINITIONS,
  testDataSource,
  type FreshDatabase,
} from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrations } from '../migrations';
import { FUNCTIONS, TRIGGERS } from './functions';
import { migrate, schemaProblem } from './schema';
import { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/** Databases store these names. Only append. */
const SHIPPED = [
  'Feedback1763700000000',
  'Accounts1763700001000',
  'SharedSecrets1763700002000',
  'Dashboard1763800000000',
  'Quarantine1763800001000',
  'FeedbackOrders1763800002000',
  'FeedbackSearch1763900000000',
  'Idempotency1763900001000',
  'ExternalIds1763900002000',
  'RemovedAccounts1763900003000',
  'InboxFilters1764000400000',
  'Imports1764000500000',
  'SlugAliases1764000600000',
  'PendingSearchEntries1764100000000',
  'CheapDeletions1764100100000',
  'CountedRequests1764100200000',
  'Events1764200000000',
  'FeedbackChanges1764200100000',
  'Webhooks1764200300000',
];

it('migrations that have shipped keep their names and order', () => {
  expect(migrations.map(({ name }) => name).slice(0, SHIPPED.length)).toEqual(SHIPPED);
});

it('migrations that have shipped have copies of the functions that they create', () => {
  const folder = join(__dirname, '../migrations');
  const isShipped = (file: string) => SHIPPED.some((name) => file.includes(`/${/\d+$/.exec(name)![0]}-`));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isShipped);
  expect(files).toHaveLength(SHIPPED.length);
  const importing = files.filter((file) =>
    /from '.*functions/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(importing).toEqual([]);
});

/** Statements after which the previous release may fail, without `required_migrations`. */
const BREAKING =
  /\bDROP\s+(TABLE|COLUMN|VIEW|FUNCTION|TYPE)|\bRENAME\b|\bSET\s+NOT\s+NULL|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b|\bADD\s+COLUMN\s+((?!,|DEFAULT).)*NOT\s+NULL((?!,|DEFAULT).)*(,|$)/is;

/** True if the statement renames a table, and another table takes its name. */
function isReplaced(sql: string, statements: readonly string[]): boolean {
  const name = /^ALTER TABLE (\w+) RENAME TO \w+$/.exec(sql)?.[1];
  return name !== undefined && statements.some((other) => other.includes(`CREATE TABLE ${name} (`));
}

/** operator.md 5 */
describe('migrations after the last release', () => {
  it.each(migrations.slice(SHIPPED.length).map((migration) => [migration.name, migration] as const))(
    '%s extends the schema only, or requires the release that replaced what it removes',
    async (_name, Migration) => {
      const statements: string[] = [];
      const query = async (sql: string) => (statements.push(sql), []);
      const [startTransaction, commitTransaction] = [async () => {}, async () => {}];
      const runner = { query, startTransaction, commitTransaction } as unknown as QueryRunner;
      await new Migration().up(runner);
      const breaking = statements.filter((sql) => BREAKING.test(sql) && !isReplaced(sql, statements));
      const isDeclared = statements.some((sql) => /INSERT INTO required_migrations/.test(sql));
      expect(isDeclared ? [] : breaking).toEqual([]);
    },
  );

  it('waits a second at a time for a lock on items, because a foreign key needs one, too', async () => {
    const statements: string[] = [];
    const query = async (sql: string) => (statements.push(sql), []);
    const runner = { query, startTransaction: query, commitTransaction: query } as unknown as QueryRunner;
    for (const Migration of migrations.slice(SHIPPED.length)) await new Migration().up(runner);
    const locking = statements.filter(
      (sql, i) => /REFERENCES feedback \(/.test(sql) && statements[i - 1] !== 'SAVEPOINT attempt',
    );
    expect(locking).toEqual([]);
  });

  it.each([
    'DROP TABLE feedback',
    'ALTER TABLE feedback DROP COLUMN title',
    'ALTER TABLE feedback RENAME title TO name',
    'ALTER TABLE feedback ALTER COLUMN title SET NOT NULL',
    'ALTER TABLE feedback ALTER COLUMN title TYPE varchar(100)',
    'ALTER TABLE feedback ADD COLUMN votes integer NOT NULL',
  ])('would not run %s', (sql) => expect(sql).toMatch(BREAKING));

  it.each([
    'ALTER TABLE feedback ADD COLUMN votes integer NOT NULL DEFAULT 0',
    'ALTER TABLE feedback ADD COLUMN votes integer',
    'CREATE TABLE votes (id uuid NOT NULL)',
    'DROP INDEX feedback_votes',
  ])('would run %s', (sql) => expect(sql).not.toMatch(BREAKING));
});

describe('the schema of the migrations', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await testDataSource();
  });

  it('matches the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('is the one in tables.txt (to write that file: UPDATE_SCHEMA=1 npm test -- schema.spec)', async () => {
    const file = join(__dirname, 'tables.txt');
    const tables = await dataSource.query<{ definition: string }[]>(TABLE_DEFINITIONS);
    const text = tables.map(({ definition }) => definition).join('\n');
    if (process.env['UPDATE_SCHEMA']) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('shows rows only to their account, except those for signing in, and those of search, which are joined with items', () => {
    const tables = readFileSync(join(__dirname, 'tables.txt'), 'utf8').split('\n\n');
    const isShared = (table: string) =>
      / account_id uuid/.test(table) && !table.includes('FORCE ROW LEVEL SECURITY');
    expect(tables.filter(isShared).map((table) => /^TABLE (\w+)/.exec(table)![1])).toEqual([
      ...['account_slugs', 'api_keys'],
      ...['feedback_search', 'feedback_search_indexed', 'feedback_search_newest'],
      ...['former_members', 'invitations', 'mail_outbox', 'memberships', 'owners', 'removed_accounts'],
      ...['search_index_queue', 'sessions', 'sign_in_challenges'],
    ]);
  });

  it('has the current functions and triggers, and functions that `down` needs', async () => {
    const runner = dataSource.createQueryRunner();
    const definitions = () => runner.query(DEFINITIONS) as Promise<{ name: string; definition: string }[]>;
    const before = await definitions();
    await runner.startTransaction();
    for (const definition of FUNCTIONS) await runner.query(definition);
    for (const trigger of TRIGGERS) await runner.query(`CREATE OR REPLACE TRIGGER ${trigger}`);
    expect(await definitions()).toEqual(before);
    await runner.rollbackTransaction();
    await runner.release();
    const names = [...FUNCTIONS, ...TRIGGERS].map((text) => /(?:FUNCTION |^)(\w+)/.exec(text)![1]!);
    expect(before.map(({ name }) => name)).toEqual([...names, ...REPLACED].sort());
  });
});

/** Functions of triggers that a migration has replaced. */
const REPLACED = [
  'feedback_search_added',
  'feedback_search_changed',
  'feedback_search_removed',
  'record_created',
  'record_deleted',
  'record_updated',
  'scrub_idempotent_answers',
];

const DEFINITIONS = `SELECT * FROM (
  SELECT proname::text AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  UNION ALL
  SELECT tgname::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
) defined ORDER BY name COLLATE "C", definition`;

/** operator.md 5 */
describe('schemaProblem and migrate', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await freshDatabase();
    dataSource = await createDataSource({ url: database.url }).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('accept a database with the migrations of this version', async () => {
    expect(await schemaProblem(dataSource)).toBeNull();
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('accept a database that a newer release has extended', async () => {
    await dataSource.query(
      `INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'A2000000000000')`,
    );
    await dataSource.query(`INSERT INTO required_migrations VALUES ($1)`, [migrations[0]!.name]);
    expect(await schemaProblem(dataSource)).toBeNull();
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('reject a database that requires a newer release, and explain what to do', async () => {
    await dataSource.query(`INSERT INTO required_migrations VALUES ('B2000000000001'), ('A2000000000000')`);
    const problem =
      'a newer release has changed the database so that this one no longer works ' +
      '(A2000000000000, B2000000000001): run that release, or restore a backup from before the update';
    expect(await schemaProblem(dataSource)).toBe(problem);
    await expect(migrate(dataSource)).rejects.toThrow(problem);
  });

  it('repeat a migration after a deadlock with a request', async () => {
    let attempts = 0;
    class Deadlocked2000000000000 {
      readonly name = 'Deadlocked2000000000000';
      async up(runner: QueryRunner) {
        if (++attempts > 2) return;
        await runner.query('CREATE TABLE half ()');
        await runner.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$`);
      }
      async down() {}
    }
    dataSource.migrations.push(new Deadlocked2000000000000());
    const print = jest.spyOn(console, 'log').mockImplementation();
    await migrate(dataSource);
    print.mockRestore();
    expect(attempts).toBe(3);
    expect(await dataSource.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  });

  it('list the missing migrations of an older database', async () => {
    await dataSource.query(`DELETE FROM migrations WHERE name = 'RemovedAccounts1763900003000'`);
    expect(await schemaProblem(dataSource)).toBe(
      'the database is missing migrations: RemovedAccounts1763900003000',
    );
  });
});

it('migrate lists every extension that the role cannot create, and prints nothing', async () => {
  const database = await createDatabase();
  const { pathname, username } = new URL(database.url);
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(`REVOKE CREATE ON DATABASE ${pathname.slice(1)} FROM ${username}, PUBLIC`);
  const dataSource = await createDataSource({ url: database.url }).initialize();
  const print = jest.spyOn(console, 'log').mockImplementation();
  try {
    await expect(migrate(dataSource)).rejects.toThrow(
      'search needs the PostgreSQL extensions btree_gin and pg_trgm, and this role cannot create them. ' +
        'Run as a superuser in this database: CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm;',
    );
    await admin.query('CREATE EXTENSION pg_trgm');
    await expect(migrate(dataSource)).rejects.toThrow(
      'search needs the PostgreSQL extension btree_gin, and this role cannot create it. ' +
        'Run as a superuser in this database: CREATE EXTENSION btree_gin;',
    );
    await admin.query('CREATE EXTENSION btree_gin');
    await expect(migrate(dataSource)).resolves.not.toHaveLength(0);
    expect(print).not.toHaveBeenCalled();
  } finally {
    print.mockRestore();
    await dataSource.destroy();
    await admin.end();
    await database.drop();
  }
});

it('migrate runs each migration once when two instances start at the same time', async () => {
  const database = await createDatabase();
  const dataSources = await Promise.all(
    [1, 2].map(() => createDataSource({ url: database.url }).initialize()),
  );
  try {
    const ran = await Promise.all(dataSources.map(migrate));
    expect(ran.map(({ length }) => length > 0).sort()).toEqual([false, true]);
  } finally {
    await Promise.all(dataSources.map((dataSource) => dataSource.destroy()));
    await database.drop();
  }
});
