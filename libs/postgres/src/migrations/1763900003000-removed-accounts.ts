import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No foreign key and nothing of the account but its id: the row is there because the account is not. */
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
