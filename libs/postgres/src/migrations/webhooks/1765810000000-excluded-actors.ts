import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks that leave out the changes of an actor (webhooks.md 1). */
export class ExcludedActors1765810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints ADD COLUMN exclude_actor text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoints DROP COLUMN exclude_actor');
  }
}
