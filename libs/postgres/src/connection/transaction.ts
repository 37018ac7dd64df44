import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isUnusableAfter } from './outage';

/**
 * Runs work in one transaction on a connection of the pool. If it throws, rolls back and rethrows the error.
 * @param settings sets the scope of the transaction, after BEGIN
 * @param mode the transaction mode that follows BEGIN
 */
export async function inTransaction<T>(
  pool: Pool,
  settings: string | QueryConfig,
  work: (client: PoolClient) => Promise<T>,
  mode = '',
): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query(`BEGIN ${mode}`);
    await client.query(settings);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isUnusableAfter(error)) connectionError = error;
    else await client.query('ROLLBACK').catch((failure: Error) => (connectionError = failure));
    throw error;
  } finally {
    client.release(connectionError);
  }
}
