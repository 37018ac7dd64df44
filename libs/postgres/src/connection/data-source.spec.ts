import { useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from './data-source';

/** The shortest interval of a job in an idle service (operator.md 16). */
const IDLE_JOB_MS = 10_000;
const LONG_MS = 60_000;

describe('the pool of a data source', () => {
  const database = useFreshDatabase();

  it('keeps a connection until the next job of an idle service, and closes it later', async () => {
    const dataSource = await createDataSource({ url: database.url }).initialize();
    const pool = poolOf(dataSource);
    const client = await pool.connect();
    jest.useFakeTimers();
    client.release();
    jest.advanceTimersByTime(IDLE_JOB_MS + 1_000);
    const kept = pool.totalCount;
    jest.advanceTimersByTime(LONG_MS);
    const left = pool.totalCount;
    jest.useRealTimers();
    await dataSource.destroy();
    expect([kept, left]).toEqual([1, 0]);
  });
});
