import { text as textOf } from 'node:stream/consumers';
import { anAccountId } from '@libs/feedback/testing';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { AccountScope } from './account-scope';
import { createDataSource, poolOf } from './data-source';
import { observeResponses } from './observe-responses';

/** rate-limits.md 6 */
describe('observeResponses', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let scope: AccountScope;
  let log: string[];
  const [one, other] = [anAccountId(), anAccountId()];
  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, poolSize: 5 }).initialize();
    scope = new AccountScope(dataSource);
    // Opens a connection before.
    await scope.query(one, { text: 'SELECT $1::int', values: [1] });
    log = [];
    observeResponses(dataSource, (accountId) => log.push(accountId ?? 'none'));
  });
  afterEach(() => dataSource.destroy());

  it('reports the account before its response is read', async () => {
    await scope.query(one, { text: 'SELECT $1::int', values: [1] }).then(() => log.push('read'));
    await scope.query(other, { text: 'SELECT $1::int', values: [1] });
    expect(log).toEqual([one, 'read', other]);
  });

  it('reports each part of a large response', async () => {
    await scope.query(one, { text: 'SELECT repeat($1, 1000000)', values: ['x'] });
    expect(log.length).toBeGreaterThan(1);
    expect(new Set(log)).toEqual(new Set([one]));
  });

  it('reports the account of each statement of a transaction, but not of a long one', async () => {
    const work = async (client: { query(text: string): Promise<unknown> }) => {
      log = [];
      await client.query('SELECT 1');
      await client.query('SELECT 2');
    };
    await scope.transaction(one, work);
    expect(log).toEqual([one, one, one]);
    await scope.transaction(one, work, { isLong: true });
    expect(log).toEqual(['none', 'none', 'none']);
  });

  it('leaves one listener, as COPY expects', async () => {
    const copying = (client: PoolClient) => textOf(client.query(copyTo('COPY (SELECT 1) TO STDOUT')));
    expect(await scope.transaction(one, copying)).toBe('1\n');
    expect(await scope.transaction(one, copying)).toBe('1\n');
  });

  it('reports no account for other statements', async () => {
    await scope.query(one, { text: 'SELECT $1::int', values: [1] });
    log = [];
    await poolOf(dataSource).query('SELECT 1');
    expect(log).toEqual(['none']);
  });
});
