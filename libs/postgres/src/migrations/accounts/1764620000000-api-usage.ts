import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests per API key and day (api-keys.md 8). Rows are updated every 20 seconds, so pages keep space for it. */
export class ApiUsage1764620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE api_usage`);
  }
}
