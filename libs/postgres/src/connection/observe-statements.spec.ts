import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text as textOf } from 'node:stream/consumers';
import { anAccountId } from '@libs/feedback/testing';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { AccountScope } from './account-scope';
import { createDataSource, poolOf } from './data-source';
import { observeStatements, type ObservedStatement } from './observe-statements';

const POOL_SIZE = 5;

/** operator.md 12 */
describe('observeStatements', () => {
  const database = useFreshDatabase();
  const context = new AsyncLocalStorage<string>();
  let dataSource: DataSource;
  let started: (ObservedStatement & { readonly by: string | undefined })[];
  let ended: (string | undefined)[];

  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url, poolSize: POOL_SIZE }).initialize();
    [started, ended] = [[], []];
    observeStatements(dataSource, (statement) => {
      if (statement.operation === 'SHOW') return null;
      started.push({ ...statement, by: context.getStore() });
      return (failure) => void ended.push((failure as { code?: string } | null | undefined)?.code);
    });
  });
  afterEach(() => dataSource.destroy());

  const scoped = (text: string, values: unknown[] = []) =>
    new AccountScope(dataSource).query(anAccountId(), { text, values });

  /** A stream closes after its end. */
  const untilEnded = async (count: number) => {
    while (ended.length < count) await new Promise((next) => setImmediate(next));
  };

  it('reports statements of every kind once, with their text only if it has placeholders', async () => {
    const pool = poolOf(dataSource);
    expect((await scoped('SELECT $1::text', ['secret'])).rowCount).toBe(1);
    expect((await pool.query('SELECT $1::text AS a', ['secret'])).rowCount).toBe(1);
    expect(await dataSource.query('SELECT $1::text AS b', ['secret'])).toEqual([{ b: 'secret' }]);
    expect((await pool.query(`SELECT 'secret'`)).rowCount).toBe(1);
    const client = await pool.connect();
    expect((await client.query({ text: '  select $1::text', values: ['secret'] })).rowCount).toBe(1);
    expect(await textOf(client.query(copyTo(`COPY (SELECT 'secret') TO STDOUT`)))).toBe('secret\n');
    client.release();
    await untilEnded(6);
    expect(started).toEqual([
      { operation: 'SELECT', text: 'SELECT $1::text' },
      { operation: 'SELECT', text: 'SELECT $1::text AS a' },
      { operation: 'SELECT', text: 'SELECT $1::text AS b' },
      { operation: 'SELECT' },
      { operation: 'SELECT', text: '  select $1::text' },
      { operation: 'COPY' },
    ]);
    expect(ended).toEqual(started.map(() => undefined));
  });

  it('reports the end of COPY in both directions', async () => {
    const client = await poolOf(dataSource).connect();
    await client.query('CREATE TEMPORARY TABLE copied (text text)');
    ended = [];
    await pipeline(Readable.from(['a\nb\n']), client.query(copyFrom('COPY copied FROM STDIN')));
    await untilEnded(1);
    expect(await textOf(client.query(copyTo('COPY copied TO STDOUT')))).toBe('a\nb\n');
    await untilEnded(2);
    client.release();
    expect(ended).toHaveLength(2);
  });

  it('reports statements of a transaction', async () => {
    const work = (scope: AccountScope) =>
      scope.transaction(anAccountId(), (client) => client.query('SELECT 1'));
    await work(new AccountScope(dataSource));
    expect(started.map(({ operation }) => operation)).toEqual(['BEGIN', 'SELECT', 'SELECT', 'COMMIT']);
  });

  it('reports the error of a failed statement, which its caller gets', async () => {
    const pool = poolOf(dataSource);
    await expect(scoped('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(pool.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(dataSource.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    const client = await pool.connect();
    await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    const stream = client.query(copyTo('COPY (SELECT nothing) TO STDOUT'));
    await expect(textOf(stream)).rejects.toMatchObject({ code: '42703' });
    client.release();
    expect(ended.filter(Boolean)).toEqual(Array(5).fill('42703'));
  });

  it('leaves a statement that is not observed as it is', async () => {
    expect((await scoped('SHOW server_version')).rows).toHaveLength(1);
    await expect(poolOf(dataSource).query('SHOW nothing')).rejects.toMatchObject({ code: '42704' });
    expect([started, ended]).toEqual([[], []]);
  });

  it('runs each statement in the context of its caller, also after a wait', async () => {
    const account = anAccountId();
    const scope = new AccountScope(dataSource);
    const ways = [
      (text: string, values: unknown[]) => scope.query(account, { text, values }),
      (text: string, values: unknown[]) => poolOf(dataSource).query(text, values),
      (text: string, values: unknown[]) => dataSource.query(text, values),
    ];
    const names = Array.from({ length: 60 }, (_, n) => String(n));
    const run = (name: string, n: number) =>
      context.run(name, () => ways[n % ways.length]!(`SELECT $1::text AS "${name}"`, [name]));
    await Promise.all(names.map(run));
    expect(started).toHaveLength(60);
    for (const { text, by } of started) expect(text).toBe(`SELECT $1::text AS "${by}"`);
  });
});
