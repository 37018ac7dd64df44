import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The history of items: their changes, for as long as the items exist (history.md 1).
 * `position` is that of the first event of the change. `status_from` and `status_to` are null unless the status changed;
 * `changes` has the other fields: `{"title": {"from": …, "to": …}}`. `is_first` marks the first change of the status of
 * an item, if its history is complete. `version` is that of the item after the change.
 */
export class FeedbackHistory1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE feedback_history (
        account_id uuid NOT NULL,
        item_id uuid NOT NULL,
        position bigint NOT NULL,
        at timestamptz(3) NOT NULL,
        actor text NOT NULL,
        kind text NOT NULL,
        version integer NOT NULL,
        status_from text,
        status_to text,
        is_first boolean NOT NULL DEFAULT false,
        changes json,
        CONSTRAINT feedback_history_pkey PRIMARY KEY (account_id, item_id, position)
      )`);
    // For statistics, which read only the index.
    await runner.query(`
      CREATE INDEX feedback_history_statuses ON feedback_history (account_id, at)
      INCLUDE (item_id, status_from, status_to, is_first) WHERE status_to IS NOT NULL`);
    await runner.query(`ALTER TABLE feedback_history ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE feedback_history FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY feedback_history_account ON feedback_history
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`
      CREATE POLICY feedback_history_publisher ON feedback_history
      USING (current_setting('app.publishes', true) = 'on')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE feedback_history`);
  }
}
