import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SharedSecrets1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE shared_secrets (name text CONSTRAINT shared_secrets_pkey PRIMARY KEY, secret bytea NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE shared_secrets`);
  }
}
