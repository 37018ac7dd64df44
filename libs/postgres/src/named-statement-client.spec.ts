import { createDataSource } from './data-source';
import { useFreshDatabase } from '../testing';

describe('a statement that takes too long', () => {
  const database = useFreshDatabase();

  it('is given up, here and by the server', async () => {
    const hasty = await createDataSource({ url: database.url, answerMs: 300 }).initialize();
    try {
      await expect(hasty.query('SELECT pg_sleep($1)', [60])).rejects.toThrow('the server did not answer');
      const sleeping = () =>
        hasty.query<[]>(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep($1)'
             AND state = 'active'`,
        );
      while ((await sleeping()).length > 0);
    } finally {
      await hasty.destroy();
    }
  });
});
