import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes that were moved from another product have the names of their authors (history.md 3). */
export class AuthorsOfNotes1765830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feedback_notes ADD COLUMN author_name varchar(100)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feedback_notes DROP COLUMN author_name');
  }
}
