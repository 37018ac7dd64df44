import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * URLs of webhooks are encrypted (webhooks.md 4) on a database that requires this migration, because earlier releases
 * read them without encryption. So it is required of a new database, on which no release has run. A later release
 * requires it of every database, and encrypts the URLs that are there.
 */
export class SealedWebhookUrls1765730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO required_migrations (name) SELECT '${SealedWebhookUrls1765730000000.name}'
      WHERE NOT EXISTS (SELECT FROM shared_secrets) AND NOT EXISTS (SELECT FROM accounts)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM required_migrations WHERE name = '${SealedWebhookUrls1765730000000.name}'`,
    );
  }
}
