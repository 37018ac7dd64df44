import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from './data-source';

describe('NamedStatementClient', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  afterEach(() => dataSource.destroy());

  it('aborts a statement after the time limit, and cancels it on the server', async () => {
    dataSource = await createDataSource({ url: database.url, responseTimeoutMs: 300 }).initialize();
    await expect(dataSource.query('SELECT pg_sleep($1)', [60])).rejects.toThrow('the server did not respond');
    const sleeping = () =>
      dataSource.query<[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep($1)'
           AND state = 'active'`,
      );
    while ((await sleeping()).length > 0) await sleep(20);
  });

  it('has a default time limit of 10 seconds', async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    const client = await poolOf(dataSource).connect();
    const { stream } = (client as unknown as { connection: { stream: { timeout: number } } }).connection;
    client.release();
    expect(stream.timeout).toBe(10_000);
  });
});
