import type { QueryRunner } from 'typeorm';
import { ACCOUNT_ID, current, ENDED_AT, PUBLISHES } from '../connection/settings';

const IS_ACCOUNT = `account_id = nullif(${current(ACCOUNT_ID)}, '')::uuid`;
const IS_PUBLISHER = `${current(PUBLISHES)} = 'on'`;
const HAS_ENDED = `created_at < nullif(${current(ENDED_AT)}, '')::timestamptz`;

/**
 * Shows the rows of tables only to statements of their account.
 * @param except `publisher`: the publisher of events also reads and writes them. `ended`: one statement deletes the old
 *   ones of all accounts.
 */
export async function isolate(
  runner: QueryRunner,
  tables: readonly string[],
  ...except: readonly ('publisher' | 'ended')[]
): Promise<void> {
  for (const table of tables) {
    await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY ${table}_account ON ${table} USING (${IS_ACCOUNT})`);
    if (except.includes('publisher')) await showToPublisher(runner, table);
    if (except.includes('ended'))
      await runner.query(`CREATE POLICY ${table}_ended ON ${table} USING (${HAS_ENDED}) WITH CHECK (false)`);
  }
}

/** Shows the rows of a table also to the publisher of events. */
export async function showToPublisher(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`CREATE POLICY ${table}_publisher ON ${table} USING (${IS_PUBLISHER})`);
}
