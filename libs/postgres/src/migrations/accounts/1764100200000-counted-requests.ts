import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The number of requests that the last statement admitted. `admitted` stays for instances of the previous version, which
 * still write it.
 */
export class CountedRequests1764100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rate_limits ADD COLUMN counted integer NOT NULL DEFAULT 0, ALTER COLUMN admitted SET DEFAULT true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rate_limits DROP COLUMN counted, ALTER COLUMN admitted DROP DEFAULT`);
  }
}
