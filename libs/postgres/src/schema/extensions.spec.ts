import type { QueryRunner } from 'typeorm';
import { ensureExtensions } from './extensions';

/** Simulates a server without postgresql-contrib, because the test servers include it. */
const withoutContrib = {
  async query(sql: string) {
    if (sql.includes('pg_available_extensions')) return [];
    if (sql.startsWith('SELECT')) return [{ unnest: 'pg_trgm' }, { unnest: 'btree_gin' }];
    throw new Error('extension is not available');
  },
} as unknown as QueryRunner;

it('ensureExtensions lists the extensions that are not installed on the server', async () => {
  await expect(ensureExtensions(withoutContrib)).rejects.toThrow(
    'The server does not have btree_gin and pg_trgm: install the package postgresql-contrib. Then run as a superuser',
  );
});
