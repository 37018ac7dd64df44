import type { Pool } from 'pg';
import { rowsOf } from '../connection/array-rows';
import { asWorker } from './as-publisher';

const OLDEST = `SELECT at FROM feedback_changes ORDER BY seq LIMIT 1`;

/** Returns when the oldest change was made that is not published yet, or null if all are. */
export const oldestChange = (pool: Pool): Promise<Date | null> =>
  asWorker(pool, async (client) => {
    const { rows } = await client.query<[at: string]>(rowsOf(OLDEST, []));
    return rows[0] ? new Date(rows[0][0]) : null;
  });
