import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A statement counts several requests of a key, so the row has the number of admitted ones. */
export class CountedRequests1764100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rate_limits ALTER COLUMN admitted TYPE integer USING admitted::integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rate_limits ALTER COLUMN admitted TYPE boolean USING admitted > 0`);
  }
}
