import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid NOT NULL,
        name varchar(100) NOT NULL,
        slug varchar(50) NOT NULL,
        plan text NOT NULL,
        form_open boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT accounts_pkey PRIMARY KEY (id),
        CONSTRAINT accounts_name_not_empty CHECK (name <> ''),
        CONSTRAINT accounts_slug_form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        CONSTRAINT accounts_plan_known CHECK (plan IN ('free', 'pro'))
      )`);
    await runner.query(`CREATE UNIQUE INDEX accounts_slug ON accounts (slug)`);

    await runner.query(`
      CREATE TABLE owners (
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        email varchar(254) NOT NULL,
        password_hash text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT owners_pkey PRIMARY KEY (id),
        CONSTRAINT owners_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX owners_account_id ON owners (account_id)`);
    await runner.query(`CREATE UNIQUE INDEX owners_email ON owners (lower(email))`);

    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL,
        account_id uuid NOT NULL,
        name varchar(100) NOT NULL,
        permission text NOT NULL,
        allowed_origins text[] NOT NULL,
        digest bytea NOT NULL,
        last_four text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        created_by uuid,
        last_used_at timestamptz(3),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        CONSTRAINT api_keys_pkey PRIMARY KEY (id),
        CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES owners (id) ON DELETE SET NULL,
        CONSTRAINT api_keys_name_not_empty CHECK (name <> ''),
        CONSTRAINT api_keys_permission_known CHECK (permission IN ('full', 'read', 'submit')),
        CONSTRAINT api_keys_origins_submit CHECK (permission = 'submit' OR allowed_origins = '{}'),
        CONSTRAINT api_keys_digest_length CHECK (octet_length(digest) = 32)
      ) WITH (fillfactor = 80)`);
    await runner.query(`CREATE UNIQUE INDEX api_keys_digest ON api_keys (digest)`);
    await runner.query(`CREATE INDEX api_keys_account_id ON api_keys (account_id)`);

    // One row per key, updated by every request: UNLOGGED avoids the write-ahead log, and fillfactor leaves space for
    // the next version. If PostgreSQL crashes, the table is emptied and every key's quota starts over.
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key_id uuid NOT NULL,
        hour_start timestamptz(3) NOT NULL,
        hour_count integer NOT NULL,
        minute_start timestamptz(3) NOT NULL,
        minute_count integer NOT NULL,
        admitted boolean NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key_id)
      ) WITH (fillfactor = 30)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['rate_limits', 'api_keys', 'owners', 'accounts'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
