import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for lists sorted by update time and by title (lists.md 4). */
export class FeedbackOrders1763800002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Defines a collation for titles, because the default collation differs between databases: Unicode root order, or
    // code point order if PostgreSQL was built without ICU.
    await runner.query(`
      DO $$ BEGIN
        CREATE COLLATION title_order FROM "und-x-icu";
      EXCEPTION WHEN undefined_object THEN
        CREATE COLLATION title_order FROM "C";
      END $$`);
    await runner.query(`CREATE INDEX feedback_account_updated ON feedback (account_id, updated_at, id)`);
    await runner.query(
      `CREATE INDEX feedback_account_title ON feedback (account_id, title COLLATE title_order, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX feedback_account_title, feedback_account_updated`);
    await runner.query(`DROP COLLATION title_order`);
  }
}
