import { Client } from 'pg';

/** What a request with `Idempotency-Key` is known by. */
interface Name {
  readonly accountId: string;
  /** Id of the API key, where it was never rotated. */
  readonly client: string;
  readonly key: string;
}

/** Does something while another connection is in the middle of the very same request. */
export async function holdingRequest<T>(
  adminUrl: string,
  { accountId, client, key }: Name,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new Client({ connectionString: adminUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(
      `SELECT pg_advisory_xact_lock(hashtextextended($1::uuid || ' ' || $2::uuid || ' ' || $3, 0))`,
      [accountId, client, key],
    );
    return await work();
  } finally {
    await holder.end();
  }
}
