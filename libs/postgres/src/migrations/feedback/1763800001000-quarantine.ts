import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Quarantine1763800001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The primary key read backward lists the newest entries first, as for feedback.
    await runner.query(`
      CREATE TABLE quarantined_feedback (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        title varchar(200) NOT NULL,
        description text,
        submitter_email varchar(254),
        source text NOT NULL,
        reason text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT quarantined_feedback_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT quarantined_feedback_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
        CONSTRAINT quarantined_feedback_description_length CHECK (char_length(description) <= 10000),
        CONSTRAINT quarantined_feedback_reason_known CHECK (reason IN ('honeypot_filled', 'token_missing',
          'token_forged', 'token_too_young', 'token_too_old', 'proof_missing'))
      ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await runner.query(`ALTER TABLE quarantined_feedback ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE quarantined_feedback FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY quarantined_feedback_account ON quarantined_feedback
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE quarantined_feedback`);
  }
}
