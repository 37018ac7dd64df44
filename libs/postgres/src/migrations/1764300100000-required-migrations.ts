import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Migrations that a release must know to work on this database (operator.md 5). A migration that removes something adds
 * the migration that replaced it.
 */
export class RequiredMigrations1764300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE required_migrations (
        name text NOT NULL,
        CONSTRAINT required_migrations_pkey PRIMARY KEY (name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE required_migrations`);
  }
}
