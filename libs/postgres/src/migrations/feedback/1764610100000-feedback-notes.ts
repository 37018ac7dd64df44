import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Internal notes about items (history.md 3). The publisher deletes those of deleted items. */
export class FeedbackNotes1764610100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE feedback_notes (
        account_id uuid NOT NULL,
        item_id uuid NOT NULL,
        id uuid NOT NULL,
        text text NOT NULL,
        author text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT feedback_notes_pkey PRIMARY KEY (account_id, item_id, id),
        CONSTRAINT feedback_notes_text_length CHECK (char_length(text) BETWEEN 1 AND 10000)
      )`);
    await runner.query(`ALTER TABLE feedback_notes ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE feedback_notes FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY feedback_notes_account ON feedback_notes
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`
      CREATE POLICY feedback_notes_publisher ON feedback_notes
      USING (current_setting('app.publishes', true) = 'on')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE feedback_notes`);
  }
}
