import { Client } from 'pg';
import { adminUrl, freshDatabase, useFreshDatabase } from '.';

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('freshDatabase', () => {
  const database = useFreshDatabase();

  it('is migrated, and its role is subject to row-level security', async () => {
    expect(await ask(database.url, `SELECT to_regclass('migrations') IS NOT NULL AS migrated`)).toEqual([
      { migrated: true },
    ]);
    expect(
      await ask(database.url, 'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });

  it('belongs to that role, which can create tables', async () => {
    await ask(database.url, 'CREATE TABLE mine (id int)');
    expect(await ask(database.adminUrl, 'SELECT count(*)::int AS n FROM mine')).toEqual([{ n: 0 }]);
  });

  it('is different on each call, and no longer exists after drop', async () => {
    const other = await freshDatabase();
    expect(other.url).not.toBe(database.url);
    await other.drop();
    await expect(ask(other.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });

  it('is dropped by the next run if its own run was killed', async () => {
    const name = new URL(database.url).pathname.slice(1).replace(/_db_.*/, '_db_abandoned');
    await ask(adminUrl(), `CREATE DATABASE ${name}`);
    const next = await freshDatabase();
    const remaining = await ask(adminUrl(), `SELECT FROM pg_database WHERE datname = '${name}'`);
    const alive = await ask(database.url, 'SELECT 1 AS alive');
    await next.drop();
    expect(remaining).toEqual([]);
    expect(alive).toEqual([{ alive: 1 }]);
  });
});
