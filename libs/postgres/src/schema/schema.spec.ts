import { createDatabase, freshDatabase, testDataSource, type FreshDatabase } from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrate, schemaProblem } from './schema';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

describe('the schema', () => {
  it('that the migrations make is the one the entities describe', async () => {
    const dataSource = await testDataSource();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

/** operator.md 5 */
describe('a database of another version', () => {
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

  it('has no problem if its migrations are those of this version', async () => {
    expect(await schemaProblem(dataSource)).toBeNull();
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('is not migrated if it is newer, and says what to do', async () => {
    await dataSource.query(`
      INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'A2000000000000'), (2000000000001, 'B2000000000001')`);
    const problem =
      'a newer version of the service has migrated the database (A2000000000000, B2000000000001): ' +
      'run that version, or restore a backup from before the update';
    expect(await schemaProblem(dataSource)).toBe(problem);
    await expect(migrate(dataSource)).rejects.toThrow(problem);
  });

  it('names the migrations that an older one lacks', async () => {
    await dataSource.query(`DELETE FROM migrations WHERE name = 'RemovedAccounts1763900003000'`);
    expect(await schemaProblem(dataSource)).toBe(
      'the database lacks the migrations RemovedAccounts1763900003000',
    );
  });
});

it('names every extension that the role cannot create, and prints nothing', async () => {
  const database = await createDatabase();
  const { pathname, username } = new URL(database.url);
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(`REVOKE CREATE ON DATABASE ${pathname.slice(1)} FROM ${username}, PUBLIC`);
  const dataSource = await createDataSource({ url: database.url }).initialize();
  const print = jest.spyOn(console, 'log').mockImplementation();
  try {
    await expect(migrate(dataSource)).rejects.toThrow(
      "search needs the PostgreSQL extensions btree_gin and pg_trgm, and this role can't create them. " +
        'Let a superuser run in this database: CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm;',
    );
    await admin.query('CREATE EXTENSION pg_trgm');
    await expect(migrate(dataSource)).rejects.toThrow(
      'Let a superuser run in this database: CREATE EXTENSION btree_gin;',
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
