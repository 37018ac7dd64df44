import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How much each account has stored, and when it is counted next (storage.md 2). `added` is what was stored since it was
 * counted, at most. `stale_at` is when something was stored that `added` doesn't have exactly.
 */
export class AccountStorage1765710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_storage (
        account_id uuid NOT NULL,
        counted bigint NOT NULL DEFAULT 0,
        counted_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        added bigint NOT NULL DEFAULT 0,
        stale_at timestamptz(3),
        due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        is_full boolean NOT NULL DEFAULT false,
        CONSTRAINT account_storage_pkey PRIMARY KEY (account_id)
      )`);
    await runner.query(`CREATE INDEX account_storage_due ON account_storage (due_at)`);
    await runner.query(`CREATE INDEX account_storage_full ON account_storage (account_id) WHERE is_full`);
    await runner.query(`ALTER TABLE account_storage ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE account_storage FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY account_storage_account ON account_storage
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`
      CREATE POLICY account_storage_publisher ON account_storage
      USING (current_setting('app.publishes', true) = 'on')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_storage`);
  }
}
