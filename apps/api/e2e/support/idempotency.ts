import { whileLocked } from './locks';
import type { Service } from './service';

/** Identifies a request with `Idempotency-Key`. */
interface Name {
  readonly accountId: string;
  /** ID of an API key that was never rotated. */
  readonly client: string;
  readonly key: string;
}

/** Runs `work` while another connection holds the lock of the same request. */
export const whileInProgress = <T>(
  service: Service,
  { accountId, client, key }: Name,
  work: () => Promise<T>,
): Promise<T> =>
  whileLocked(
    service,
    `SELECT pg_advisory_xact_lock(hashtextextended($1::uuid || ' ' || $2::uuid || ' ' || $3, 0))`,
    [accountId, client, key],
    work,
  );
