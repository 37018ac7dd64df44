import type { DataSource } from 'typeorm';
import { testDataSource, until, useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from './data-source';
import { hashedName } from './named-statement-client';

describe('hashedName', () => {
  it('depends on the text only, not on the order of use', () => {
    expect(hashedName('SELECT 2')).toBe('s67tbMyBgo-3nBHvXUoiDsK');
    expect(hashedName('SELECT 1')).toBe('s4ATr1bVTKkuFmEpi-K1IqB');
  });
});

describe('NamedStatementClient', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  afterEach(() => dataSource.destroy());

  it('aborts a statement after the time limit, and cancels it on the server', async () => {
    // Without prepared statements, which a new connection sends with the same time limit.
    const options = { url: database.url, responseTimeoutMs: 300, preparedStatements: false };
    dataSource = await createDataSource(options).initialize();
    await expect(dataSource.query('SELECT pg_sleep($1)', [60])).rejects.toThrow('the server did not respond');
    const sleeping = () =>
      dataSource.query<[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep($1)'
           AND state = 'active'`,
      );
    await until(async () => (await sleeping()).length === 0);
  });

  it('uses UTC, whatever the time zone of the database is', async () => {
    dataSource = await testDataSource('role', `timezone = 'Europe/Berlin'`);
    expect(await dataSource.query('SHOW timezone')).toEqual([{ TimeZone: 'UTC' }]);
  });

  it('has a default time limit of 10 seconds', async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    const client = await poolOf(dataSource).connect();
    const { stream } = (client as unknown as { connection: { stream: { timeout: number } } }).connection;
    client.release();
    expect(stream.timeout).toBe(10_000);
  });
});
