import type { DataSource } from 'typeorm';
import { testDataSource } from '../testing';

describe('a statement that takes too long', () => {
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await testDataSource()));

  it('is given up, here and by the server', async () => {
    await expect(dataSource.query('SELECT pg_sleep($1)', [60])).rejects.toThrow('the server did not answer');
    await new Promise((next) => setTimeout(next, 500));
    const sleeping = await dataSource.query<[]>(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)%' AND pid <> pg_backend_pid() AND state = 'active'`,
    );
    expect(sleeping).toEqual([]);
  }, 30_000);
});
