import type { Pool } from 'pg';
import { publishChanges } from '../src/events/publish-changes';

/** Publishes all changes, also those of other accounts, of which one run takes a part. */
export async function publishAll(pool: Pool): Promise<void> {
  while ((await publishChanges(pool))?.changes !== 0);
}
