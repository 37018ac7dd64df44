import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an imported item was called where it comes from: the same row imported again makes no twin. */
export class ExternalIds1763900002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback ADD COLUMN external_id varchar(255)`);
    // Only of those that have one: creating an item costs nothing more.
    await runner.query(`
      CREATE UNIQUE INDEX feedback_account_external_id ON feedback (account_id, external_id)
      WHERE external_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback DROP COLUMN external_id`);
  }
}
