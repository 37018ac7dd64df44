import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';

/** Requests per API key and day (api-keys.md 8), and how much each account has stored (storage.md 2). */
export class AccountUsage1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Rows are updated every 20 seconds, so pages keep space for it.
    await runner.query(`
      CREATE TABLE api_usage (
        key_id uuid NOT NULL,
        date date NOT NULL,
        accepted bigint NOT NULL,
        rate_limited bigint NOT NULL,
        failed bigint NOT NULL,
        CONSTRAINT api_usage_pkey PRIMARY KEY (key_id, date),
        CONSTRAINT api_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE
      ) WITH (fillfactor = 70)`);
    // `added`: what was stored since it was counted, at most. `stale_at`: when something was stored that `added` doesn't
    // have exactly. `due_at`: when it is counted next.
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
    await isolate(runner, ['account_storage'], 'publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_storage, api_usage`);
  }
}
