import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages to be sent, and links that people got by mail. The content of a message is encrypted, and deleted once it is
 * sent. As for sessions, lookups run before the account is known, so the tables have no row-level security. `priority` and
 * `turn`: the order in which messages are sent (mail.md 3). `topic`: of a message that waits, there is no second one
 * (notifications.md 6).
 */
export class Mail1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_outbox (
        id uuid NOT NULL,
        account_id uuid,
        kind text NOT NULL,
        sealed bytea,
        status text NOT NULL,
        attempts integer NOT NULL,
        due_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        reason text,
        topic text,
        priority smallint NOT NULL,
        turn bigint NOT NULL,
        CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
        CONSTRAINT mail_outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT mail_outbox_status_known CHECK (status IN ('pending', 'sent', 'failed', 'expired')),
        CONSTRAINT mail_outbox_content CHECK ((status = 'pending') = (sealed IS NOT NULL)),
        CONSTRAINT mail_outbox_finished CHECK ((status = 'pending') = (finished_at IS NULL))
      )`);
    await runner.query(`
      CREATE INDEX mail_outbox_new ON mail_outbox (priority, turn, id) WHERE status = 'pending' AND attempts = 0`);
    await runner.query(`
      CREATE INDEX mail_outbox_account_turns ON mail_outbox (account_id, priority, turn)
      WHERE status = 'pending' AND attempts = 0`);
    await runner.query(`
      CREATE INDEX mail_outbox_repeated ON mail_outbox (priority, due_at, id) WHERE status = 'pending' AND attempts > 0`);
    await runner.query(`
      CREATE INDEX mail_outbox_topics ON mail_outbox (topic) WHERE status = 'pending' AND topic IS NOT NULL`);
    await runner.query(`CREATE INDEX mail_outbox_account_id ON mail_outbox (account_id)`);
    await runner.query(`CREATE INDEX mail_outbox_finished_at ON mail_outbox (finished_at)`);
    await runner.query(`
      CREATE TABLE password_resets (
        person_id uuid NOT NULL,
        digest bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT password_resets_pkey PRIMARY KEY (person_id),
        CONSTRAINT password_resets_digest UNIQUE (digest),
        CONSTRAINT password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE email_changes (
        person_id uuid NOT NULL,
        email varchar(254) NOT NULL,
        digest bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT email_changes_pkey PRIMARY KEY (person_id),
        CONSTRAINT email_changes_digest UNIQUE (digest),
        CONSTRAINT email_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['email_changes', 'password_resets', 'mail_outbox'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
