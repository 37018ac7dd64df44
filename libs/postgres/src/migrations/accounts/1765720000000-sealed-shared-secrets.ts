import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Secrets that instances share are encrypted (webhooks.md 4). The service encrypts those of earlier releases when it
 * starts, because a migration has no key. An instance of the release before reads `secret` when it starts, so it keeps
 * its value. A later release removes the column, and requires this migration.
 */
export class SealedSharedSecrets1765720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE shared_secrets ADD COLUMN sealed bytea, ALTER COLUMN secret DROP NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE shared_secrets DROP COLUMN sealed, ALTER COLUMN secret SET NOT NULL`);
  }
}
