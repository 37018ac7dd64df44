import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Suspension (operator.md 7), the security log, password attempts, and encrypted secrets that instances share (webhooks.md
 * 4). Attempts are counted by name, a keyed hash, in an UNLOGGED table as `rate_limits`: a crash of PostgreSQL resets them.
 *
 * `require_second_factor` (second-factor.md 5) is added here, because the migration to people locks the tables of signing
 * in: waiting for `accounts` would delay every sign-in.
 *
 * The service encrypts the secrets of earlier releases when it starts, because a migration has no key. An instance of the
 * release before reads `secret` when it starts, so it keeps its value. A later release removes the column, and requires
 * this migration.
 */
export class AccountSecurity1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE shared_secrets ADD COLUMN sealed bytea, ALTER COLUMN secret DROP NOT NULL`,
    );
    await withoutQueue(
      runner,
      `ALTER TABLE accounts
        ADD COLUMN suspended_at timestamptz(3),
        ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false`,
    );
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
    await isolate(runner, ['security_events'], 'ended');
    await runner.query(`
      CREATE UNLOGGED TABLE sign_in_attempts (
        name uuid NOT NULL,
        count integer NOT NULL,
        last_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (name)
      ) WITH (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE shared_secrets DROP COLUMN sealed, ALTER COLUMN secret SET NOT NULL`);
    await runner.query(`DROP TABLE sign_in_attempts, security_events`);
    await runner.query(`ALTER TABLE accounts DROP COLUMN suspended_at, DROP COLUMN require_second_factor`);
  }
}
