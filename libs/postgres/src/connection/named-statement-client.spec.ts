import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from './data-source';
import type * as Statements from './named-statement-client';

describe('statementName', () => {
  it('depends on the text only, not on the order of use', () => {
    const namesIn = (...texts: string[]) => {
      let names: (string | undefined)[] = [];
      jest.isolateModules(() => {
        const { statementName } = jest.requireActual<typeof Statements>('./named-statement-client');
        names = texts.map(statementName);
      });
      return names;
    };
    expect(namesIn('SELECT 1', 'SELECT 2')).toEqual(namesIn('SELECT 2', 'SELECT 1').reverse());
  });
});

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
