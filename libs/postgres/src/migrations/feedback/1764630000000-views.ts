import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The views that owners save. The index of the primary key finds all of an account. */
export class Views1764630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE views (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        owner_id uuid NOT NULL,
        name varchar(60) NOT NULL,
        parameters jsonb NOT NULL,
        position integer NOT NULL,
        CONSTRAINT views_pkey PRIMARY KEY (account_id, id)
      )`);
    await runner.query(`ALTER TABLE views ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE views FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY views_account ON views
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE views`);
  }
}
