import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Feedback1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // IDs are UUIDv7, so the primary key read backward lists the newest items first. insert_scale_factor vacuums after
    // inserts, which keeps the visibility map current, so that deep pages use index-only scans.
    await runner.query(`
      CREATE TABLE feedback (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        title varchar(200) NOT NULL,
        description text,
        submitter_email varchar(254),
        status text NOT NULL,
        source text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT feedback_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT feedback_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
        CONSTRAINT feedback_description_length CHECK (char_length(description) <= 10000),
        CONSTRAINT feedback_status_known CHECK (status IN ('new', 'planned', 'building', 'shipped', 'declined'))
      ) WITH (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await runner.query(`CREATE INDEX feedback_account_status ON feedback (account_id, status, id DESC)`);
    await runner.query(`ALTER TABLE feedback ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE feedback FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY feedback_account ON feedback
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE feedback`);
  }
}
