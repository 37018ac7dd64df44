import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Password attempts by name, a keyed hash. UNLOGGED as `rate_limits`: a crash of PostgreSQL resets the counts. */
export class SignInAttempts1764515100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query(`DROP TABLE sign_in_attempts`);
  }
}
