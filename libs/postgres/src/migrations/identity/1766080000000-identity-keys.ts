import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** What verifies identity tokens (docs/contract/identity.md 2). Secrets in it are encrypted. */
export class IdentityKeys1766080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE accounts ADD COLUMN identity_keys jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts DROP COLUMN identity_keys');
  }
}
