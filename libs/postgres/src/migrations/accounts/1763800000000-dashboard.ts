import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Dashboard1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN form_heading varchar(100),
        ADD COLUMN form_introduction varchar(1000),
        ADD COLUMN form_thanks varchar(1000),
        ADD COLUMN form_accent text,
        ADD COLUMN form_used_at timestamptz(3),
        ADD COLUMN form_email_field text NOT NULL DEFAULT 'optional',
        ADD CONSTRAINT accounts_form_accent_form CHECK (form_accent ~ '^#[0-9a-f]{6}$'),
        ADD CONSTRAINT accounts_form_email_field_known CHECK (form_email_field IN ('hidden', 'optional', 'required'))`);
    await runner.query(`ALTER TABLE accounts ALTER COLUMN form_email_field DROP DEFAULT`);

    await runner.query(`
      CREATE TABLE sessions (
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        digest bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        reauthenticated_at timestamptz(3),
        user_agent varchar(300),
        CONSTRAINT sessions_pkey PRIMARY KEY (id),
        CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE,
        CONSTRAINT sessions_digest_length CHECK (octet_length(digest) = 32)
      ) WITH (fillfactor = 80)`);
    await runner.query(`CREATE UNIQUE INDEX sessions_digest ON sessions (digest)`);
    await runner.query(`CREATE INDEX sessions_account_id ON sessions (account_id)`);
    await runner.query(`CREATE INDEX sessions_owner_id ON sessions (owner_id)`);

    // The bucket that counts a key's requests. A successor shares the bucket of its predecessor (api-keys.md 5).
    await runner.query(`ALTER TABLE api_keys ADD COLUMN bucket_id uuid`);
    await runner.query(`UPDATE api_keys SET bucket_id = id`);
    await runner.query(`ALTER TABLE api_keys ALTER COLUMN bucket_id SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE api_keys DROP COLUMN bucket_id`);
    await runner.query(`DROP TABLE sessions`);
    for (const column of ['heading', 'introduction', 'thanks', 'accent', 'used_at', 'email_field'])
      await runner.query(`ALTER TABLE accounts DROP COLUMN form_${column}`);
  }
}
