import { Client } from 'pg';

/** Identifies a request with `Idempotency-Key`. */
interface Name {
  readonly accountId: string;
  /** ID of an API key that was never rotated. */
  readonly client: string;
  readonly key: string;
}

/** Runs `work` while another connection holds the lock of the same request. */
export async function whileLocked<T>(
  adminUrl: string,
  { accountId, client, key }: Name,
  work: () => Promise<T>,
): Promise<T> {
  const lockClient = new Client({ connectionString: adminUrl });
  await lockClient.connect();
  try {
    await lockClient.query('BEGIN');
    await lockClient.query(
      `SELECT pg_advisory_xact_lock(hashtextextended($1::uuid || ' ' || $2::uuid || ' ' || $3, 0))`,
      [accountId, client, key],
    );
    return await work();
  } finally {
    await lockClient.end();
  }
}
