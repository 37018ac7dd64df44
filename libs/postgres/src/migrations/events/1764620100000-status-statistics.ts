import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What statistics need of a status change (docs/architecture/adr/0030-insights.md): the source of the item, and the
 * seconds since its creation. The index has both, so that statistics read no row.
 */
export class StatusStatistics1764620100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback_history ADD COLUMN source text, ADD COLUMN age_seconds integer`);
    await runner.query(`DROP INDEX feedback_history_statuses`);
    await runner.query(`
      CREATE INDEX feedback_history_statuses ON feedback_history (account_id, at)
      INCLUDE (status_to, source, is_first, age_seconds) WHERE status_to IS NOT NULL`);
    // Subqueries are evaluated once per statement. Without them, the settings would be read for each entry of the index.
    await runner.query(`
      ALTER POLICY feedback_history_account ON feedback_history
      USING (account_id = (SELECT nullif(current_setting('app.account_id', true), '')::uuid))`);
    await runner.query(`
      ALTER POLICY feedback_history_publisher ON feedback_history
      USING ((SELECT current_setting('app.publishes', true)) = 'on')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER POLICY feedback_history_publisher ON feedback_history
      USING (current_setting('app.publishes', true) = 'on')`);
    await runner.query(`
      ALTER POLICY feedback_history_account ON feedback_history
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`DROP INDEX feedback_history_statuses`);
    await runner.query(`
      CREATE INDEX feedback_history_statuses ON feedback_history (account_id, at)
      INCLUDE (item_id, status_from, status_to, is_first) WHERE status_to IS NOT NULL`);
    await runner.query(`ALTER TABLE feedback_history DROP COLUMN source, DROP COLUMN age_seconds`);
  }
}
