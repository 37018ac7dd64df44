import type { QueryRunner } from 'typeorm';
import { ensureExtensions } from './extensions';

/** A server whose packages lack extensions: no test server is one. */
const withoutContrib = {
  async query(sql: string) {
    if (sql.includes('pg_available_extensions')) return [];
    if (sql.startsWith('SELECT')) return [{ unnest: 'pg_trgm' }, { unnest: 'btree_gin' }];
    throw new Error('extension is not available');
  },
} as unknown as QueryRunner;

it('tells which extensions the server does not have', async () => {
  await expect(ensureExtensions(withoutContrib)).rejects.toThrow(
    "The server doesn't have btree_gin and pg_trgm: install its package postgresql-contrib. Then let a superuser run",
  );
});
