import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much each account has stored (operator.md 15). `added` is what was stored since it was counted, at most. */
export class AccountStorage1765710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_storage (
        account_id uuid NOT NULL,
        counted bigint NOT NULL DEFAULT 0,
        counted_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        added bigint NOT NULL DEFAULT 0,
        is_stale boolean NOT NULL DEFAULT true,
        is_full boolean NOT NULL DEFAULT false,
        CONSTRAINT account_storage_pkey PRIMARY KEY (account_id)
      )`);
    await runner.query(`ALTER TABLE account_storage ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE account_storage FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY account_storage_account ON account_storage
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`
      CREATE POLICY account_storage_publisher ON account_storage
      USING (current_setting('app.publishes', true) = 'on')`);
    await runner.query(`SELECT set_config('app.publishes', 'on', true)`);
    await runner.query(`INSERT INTO account_storage (account_id) SELECT id FROM accounts`);
    await runner.query(`SELECT set_config('app.publishes', '', true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_storage`);
  }
}
