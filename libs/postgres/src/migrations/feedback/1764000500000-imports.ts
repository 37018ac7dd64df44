import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records which import created an item, so that imports can be listed and undone. */
export class Imports1764000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE imports (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        created integer NOT NULL,
        CONSTRAINT imports_pkey PRIMARY KEY (account_id, id)
      )`);
    await runner.query(`ALTER TABLE imports ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE imports FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY imports_account ON imports
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`ALTER TABLE feedback ADD COLUMN import_id uuid`);
    // A partial index, so that creating an item without an import costs nothing extra.
    await runner.query(`
      CREATE INDEX feedback_account_import ON feedback (account_id, import_id, id) WHERE import_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback DROP COLUMN import_id`);
    await runner.query(`DROP TABLE imports`);
  }
}
