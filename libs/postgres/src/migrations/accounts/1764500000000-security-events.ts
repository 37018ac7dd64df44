import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A setting lets one transaction delete the old events of every account, as for idempotency records. */
const HAS_ENDED = `created_at < nullif(current_setting('app.ended_at', true), '')::timestamptz`;

/** The security log. Deleting an account deletes its events. */
export class SecurityEvents1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_events (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        actor text NOT NULL,
        ip_address text,
        subject_id text,
        subject_name text,
        CONSTRAINT security_events_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT security_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX security_events_created_at ON security_events (created_at)`);
    await runner.query(`ALTER TABLE security_events ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE security_events FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY security_events_account ON security_events
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    await runner.query(`
      CREATE POLICY security_events_ended ON security_events USING (${HAS_ENDED}) WITH CHECK (false)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE security_events`);
  }
}
