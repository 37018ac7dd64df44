import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * Second factors, and sign-ins that wait for a code (second-factor.md 1, second-factor.md 3). Both are of a person and
 * are read before the account is known, so they have no row-level security, as `people` and `sessions`.
 */
export class SecondFactors1764900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        person_id uuid NOT NULL,
        sealed bytea NOT NULL,
        confirmed_at timestamptz(3),
        last_step bigint NOT NULL DEFAULT 0,
        recovery_digests bytea[] NOT NULL DEFAULT '{}',
        CONSTRAINT second_factors_pkey PRIMARY KEY (person_id),
        CONSTRAINT second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE sign_in_challenges (
        digest bytea NOT NULL,
        account_id uuid NOT NULL,
        person_id uuid NOT NULL,
        password_digest bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (digest),
        CONSTRAINT sign_in_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX sign_in_challenges_person_id ON sign_in_challenges (person_id)`);
    await withoutQueue(
      runner,
      `ALTER TABLE accounts ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP COLUMN require_second_factor`);
    await runner.query(`DROP TABLE sign_in_challenges, second_factors`);
  }
}
