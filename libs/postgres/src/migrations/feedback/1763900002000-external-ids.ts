import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ID of an imported item in its source system. Importing the same row again doesn't create a duplicate. */
export class ExternalIds1763900002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback ADD COLUMN external_id varchar(255)`);
    // A partial index, so that creating an item without an external ID costs nothing extra.
    await runner.query(`
      CREATE UNIQUE INDEX feedback_account_external_id ON feedback (account_id, external_id)
      WHERE external_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback DROP COLUMN external_id`);
  }
}
