import type { DataSource } from 'typeorm';
import { seedFeedback } from '../src/feedback/seed/seed-feedback';

/** Entries of an account that are not in the index of words. PostgreSQL would read all of them if there were few. */
const NEWEST = 1_000;

/**
 * Gives each account the same `count` items, as `seedFeedback` does, and updates the statistics of the planner. Copies
 * the items within the database and creates the index of words at the end, which takes a third of the time.
 * @param accounts sorted like their rows, because plans depend on the correlation between index and table
 */
export async function seedAccounts(
  dataSource: DataSource,
  accounts: readonly string[],
  count: number,
): Promise<void> {
  for (const table of ['feedback', 'feedback_search_indexed']) {
    await dataSource.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await makeSeeds(dataSource, accounts[0]!, count);
  const [index] = await dataSource.query<[{ definition: string }]>(
    `SELECT pg_get_indexdef('feedback_search_text'::regclass) AS definition`,
  );
  await dataSource.query('DROP INDEX feedback_search_text');
  for (const accountId of accounts) await addSeeds(dataSource, accountId);
  await dataSource.query('DROP TABLE seeds');
  await dataSource.query(index.definition);
  // The test server commits asynchronously, and VACUUM marks pages as all-visible only after the commit is flushed.
  await dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL synchronous_commit = on');
    // Sample all rows (300 per unit), so that the statistics and plans are the same in every run.
    await manager.query('SET LOCAL default_statistics_target = 300');
    await manager.query('ANALYZE feedback, feedback_search');
  });
  await dataSource.query('VACUUM feedback, feedback_search');
}

/** Creates a table of items without accounts. Leaves `feedback` empty. */
async function makeSeeds(dataSource: DataSource, accountId: string, count: number): Promise<void> {
  await dataSource.query('ALTER TABLE feedback DISABLE TRIGGER USER');
  await seedFeedback(dataSource, { accountId, count, now: new Date() });
  await dataSource.query('ALTER TABLE feedback ENABLE TRIGGER USER');
  await dataSource.transaction(async (manager) => {
    await manager.query(`SELECT set_config('app.account_id', $1, true)`, [accountId]);
    await manager.query('CREATE TABLE seeds AS TABLE feedback');
    await manager.query('ALTER TABLE seeds DROP COLUMN account_id');
    await manager.query('TRUNCATE feedback CASCADE');
  });
}

async function addSeeds(dataSource: DataSource, accountId: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(
      `SELECT set_config('app.account_id', $1, true), set_config('app.actor', 'none', true)`,
      [accountId],
    );
    await manager.query('INSERT INTO feedback SELECT $1, seeds.* FROM seeds', [accountId]);
    await manager.query(
      `UPDATE feedback_search SET is_indexed = false WHERE account_id = $1
         AND id IN (SELECT id FROM feedback_search WHERE account_id = $1 ORDER BY id DESC LIMIT ${NEWEST})`,
      [accountId],
    );
  });
}
