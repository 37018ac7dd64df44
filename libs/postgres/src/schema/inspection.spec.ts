import type { DataSource } from 'typeorm';
import { createDatabase, freshDatabase, testDataSource, type FreshDatabase } from '../../testing';
import { createDataSource } from '../connection/data-source';
import { migrations } from '../migrations';
import { hasOtherServices, inspectDatabase, supportsPreparedStatements } from './inspection';

/** operator.md 8 */
describe('inspectDatabase', () => {
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  async function open(database: FreshDatabase): Promise<DataSource> {
    opened.push(() => database.drop());
    const dataSource = await createDataSource({ url: database.url }).initialize();
    opened.push(() => dataSource.destroy());
    return dataSource;
  }

  it('finds nothing wrong with a migrated database', async () => {
    const dataSource = await testDataSource();
    const started = performance.now();
    const facts = await inspectDatabase(dataSource);
    const elapsedMs = performance.now() - started;
    expect(facts).toEqual({
      version: expect.stringMatching(/^\d+\.\d+$/),
      missingExtensions: [],
      hasUnicode: true,
      bypassesRowSecurity: false,
      unprotectedTables: [],
      schema: { pending: [], problem: null },
      maxConnections: expect.any(Number),
      isPooled: false,
      clockOffsetMs: expect.any(Number),
      oldestChange: null,
    });
    // The server has the same clock.
    expect(Math.abs(facts.clockOffsetMs)).toBeLessThanOrEqual(elapsedMs + 10);
  });

  it('finds a role that bypasses row-level security', async () => {
    expect(await inspectDatabase(await testDataSource('superuser'))).toMatchObject({
      bypassesRowSecurity: true,
    });
  });

  it('finds the lowest limit of connections', async () => {
    const dataSource = await open(await freshDatabase());
    const limit = async () => (await inspectDatabase(dataSource)).maxConnections;
    const [{ max, database }] = await dataSource.query<[{ max: number; database: string }]>(
      `SELECT current_setting('max_connections')::integer - 3 AS max, current_database() AS database`,
    );
    expect(await limit()).toBe(max);
    await dataSource.query(`ALTER DATABASE "${database}" CONNECTION LIMIT 50`);
    expect(await limit()).toBe(50);
  });

  it('finds tables whose row-level security is off, or does not apply to their owner', async () => {
    const dataSource = await open(await freshDatabase());
    await dataSource.query('ALTER TABLE feedback DISABLE ROW LEVEL SECURITY');
    await dataSource.query('ALTER TABLE events NO FORCE ROW LEVEL SECURITY');
    expect((await inspectDatabase(dataSource)).unprotectedTables).toEqual(['events', 'feedback']);
  });

  it('finds everything missing in an empty database', async () => {
    expect(await inspectDatabase(await open(await createDatabase()))).toMatchObject({
      missingExtensions: [
        { name: 'btree_gin', isAvailable: true },
        { name: 'pg_trgm', isAvailable: true },
      ],
      schema: { pending: migrations.map(({ name }) => name), problem: null },
    });
  });

  it('finds pending migrations of a database from before required_migrations', async () => {
    const dataSource = await open(await freshDatabase());
    await dataSource.query('DROP TABLE required_migrations');
    await dataSource.query(`DELETE FROM migrations WHERE name LIKE 'RequiredMigrations%'`);
    expect((await inspectDatabase(dataSource)).schema).toEqual({
      pending: ['RequiredMigrations1764300100000'],
      problem: null,
    });
  });

  it('finds that a server supports prepared statements', async () => {
    const { url } = (await testDataSource()).options as { url: string };
    expect(await supportsPreparedStatements(url)).toBe(true);
    const unreachable = Object.assign(new URL(url), { port: '1' }).toString();
    await expect(supportsPreparedStatements(unreachable)).rejects.toThrow();
  });
});

/** operator.md 5 */
it('hasOtherServices finds the connections of another service, but not those of operator commands', async () => {
  const database = await freshDatabase();
  const open = (applicationName?: string) =>
    createDataSource({ url: database.url, applicationName }).initialize();
  const service = await open();
  const operator = await open('feedback-operator');
  expect(await hasOtherServices(service)).toBe(false);
  const other = await open();
  expect(await hasOtherServices(service)).toBe(true);
  for (const each of [service, operator, other]) await each.destroy();
  await database.drop();
});
