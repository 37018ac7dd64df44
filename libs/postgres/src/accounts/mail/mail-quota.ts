import { LAST_PRIORITY, LAST_URGENT_PRIORITY, type ClaimedMessage } from '@libs/accounts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../connection/transaction';

/** Claims wait for each other. Otherwise, two could use the same rest of the quota. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('mail_minutes'))`;

/** Whole minutes, of which the first one can have begun more than an hour ago ($1 now). */
const LAST_HOUR = `minute > $1::timestamptz - interval '61 minutes'`;
const USED = `SELECT greatest(0, coalesce(sum(count), 0))::integer AS used FROM mail_minutes WHERE ${LAST_HOUR}`;
const FORGET = `DELETE FROM mail_minutes WHERE NOT ${LAST_HOUR}`;

/** $1 now, $2 messages: negative if they were not sent. */
const COUNT = `
  INSERT INTO mail_minutes (minute, count) VALUES (date_trunc('minute', $1::timestamptz), $2)
  ON CONFLICT (minute) DO UPDATE SET count = mail_minutes.count + excluded.count`;

type Claim = (client: PoolClient, limit: number, lastPriority: number) => Promise<readonly ClaimedMessage[]>;

/** The number of messages that all processes send in an hour (mail.md 1). A message counts from its claim. */
export class MailQuota {
  constructor(
    private readonly pool: Pool,
    private readonly perHour: number,
  ) {}

  /** Claims urgent messages, and others as far as the quota allows. */
  claim(now: Date, limit: number, claim: Claim): Promise<readonly ClaimedMessage[]> {
    return inTransaction(this.pool, LOCK, async (client) => {
      const urgent = await claim(client, limit, LAST_URGENT_PRIORITY);
      const { rows } = await client.query<{ used: number }>(USED, [now]);
      const rest = Math.min(limit - urgent.length, this.perHour - rows[0]!.used - urgent.length);
      const others = rest > 0 ? await claim(client, rest, LAST_PRIORITY) : [];
      const claimed = [...urgent, ...others];
      if (claimed.length > 0) {
        await client.query(FORGET, [now]);
        await client.query(COUNT, [now, claimed.length]);
      }
      return claimed;
    });
  }

  /** Counts a claimed message no longer, because it was not sent. */
  async giveBack(now: Date): Promise<void> {
    await this.pool.query(COUNT, [now, -1]);
  }
}
