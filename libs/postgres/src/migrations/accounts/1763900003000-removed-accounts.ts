import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contains only the ID of the account and the time. No foreign key, because the account no longer exists. */
export class RemovedAccounts1763900003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE removed_accounts (
        account_id uuid NOT NULL,
        removed_at timestamptz(3) NOT NULL,
        CONSTRAINT removed_accounts_pkey PRIMARY KEY (account_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE removed_accounts`);
  }
}
