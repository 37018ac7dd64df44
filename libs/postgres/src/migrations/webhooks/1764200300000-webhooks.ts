import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['webhook_endpoints', 'webhook_deliveries', 'webhook_hours'];

/** Endpoints, their deliveries, and counts of attempts by hour (docs/architecture/adr/0022-webhooks.md). */
export class Webhooks1764200300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        payload text NOT NULL,
        signature text NOT NULL,
        description text,
        status text NOT NULL,
        disabled_reason text,
        header_names text[] NOT NULL,
        public_key text,
        sealed bytea NOT NULL,
        previous_key_expires_at timestamptz(3),
        created_by text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        consecutive_failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`CREATE INDEX webhook_endpoints_account ON webhook_endpoints (account_id)`);
    // `due_at`: the time of the next attempt, or the end of the claim. `tries`: attempts since the delivery was queued, or
    // queued again. IDs increase with the time of creation.
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        endpoint_id uuid NOT NULL,
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_position bigint,
        event_type text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        due_at timestamptz(3),
        is_claimed boolean NOT NULL DEFAULT false,
        attempts jsonb NOT NULL DEFAULT '[]',
        tries integer NOT NULL DEFAULT 0,
        has_succeeded boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, id)
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, endpoint_id)`,
    );
    await runner.query(`
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, event_position)
      WHERE status = 'pending'`);
    await runner.query(
      `CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING brin (created_at)`,
    );
    await runner.query(`
      CREATE TABLE webhook_hours (
        endpoint_id uuid NOT NULL,
        hour timestamptz(3) NOT NULL,
        account_id uuid NOT NULL,
        succeeded integer NOT NULL,
        failed integer NOT NULL,
        duration_ms bigint NOT NULL,
        CONSTRAINT webhook_hours_pkey PRIMARY KEY (endpoint_id, hour)
      )`);
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(`
        CREATE POLICY ${table}_account ON ${table}
        USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
      // The publisher queues deliveries, and the worker sends them, for all accounts.
      await runner.query(`
        CREATE POLICY ${table}_publisher ON ${table} USING (current_setting('app.publishes', true) = 'on')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.join(', ')}`);
  }
}
