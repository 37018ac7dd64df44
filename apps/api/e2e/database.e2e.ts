import { createDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { openDatabase } from '../src/database';
import { throughPooler } from './support/service';

/** operator.md 5. In the run behind PgBouncer, DATABASE_URL leads through it. */
describe('openDatabase', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const settings = () => ({
    DATABASE_URL: throughPooler(database.url),
    DATABASE_PREPARED_STATEMENTS: 'off' as const,
    DATABASE_POOL_SIZE: 5,
    DATA_DIR: '/nonexistent',
  });
  const open = async (more: object = {}) => {
    const { dataSource, close } = await openDatabase({ ...settings(), ...more });
    try {
      return await dataSource.query<object[]>(
        `SELECT (SELECT count(*)::integer FROM feedback) AS items,
          (SELECT count(*)::integer FROM pg_prepared_statements WHERE name <> $1) AS prepared`,
        [''],
      );
    } finally {
      await close();
    }
  };

  it('migrates through DATABASE_URL', async () => {
    expect(await open()).toEqual([{ items: 0, prepared: 0 }]);
  });

  it('migrates through DATABASE_DIRECT_URL', async () => {
    expect(await open({ DATABASE_DIRECT_URL: database.url })).toEqual([{ items: 0, prepared: 0 }]);
  });

  it.each(['UTF8', 'WIN1251'])('rejects a database of encoding %s with the locale C', async (encoding) => {
    const other = await createDatabase('template0', { locale: 'C', encoding });
    try {
      await expect(open({ DATABASE_URL: throughPooler(other.url) })).rejects.toThrow(
        /^DATABASE_URL: the database must have the encoding UTF8 and a locale other than C/,
      );
    } finally {
      await other.drop();
    }
  });

  it('reports a DATABASE_DIRECT_URL of another database', async () => {
    const other = await createDatabase();
    try {
      await expect(open({ DATABASE_DIRECT_URL: other.url })).rejects.toThrow(
        /^DATABASE_DIRECT_URL does not lead to the database of DATABASE_URL: after migrations there, /,
      );
    } finally {
      await other.drop();
    }
  });
});
