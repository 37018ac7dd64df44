import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No row-level security, as for accounts, because a slug is looked up before the account is known. */
export class SlugAliases1764000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_slugs (
        slug varchar(50) NOT NULL,
        account_id uuid NOT NULL,
        CONSTRAINT account_slugs_pkey PRIMARY KEY (slug),
        CONSTRAINT account_slugs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT account_slugs_slug_form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
      )`);
    await runner.query(`CREATE INDEX account_slugs_account_id ON account_slugs (account_id)`);
    await runner.query(`INSERT INTO account_slugs (slug, account_id) SELECT slug, id FROM accounts`);
    await runner.query(`DROP INDEX accounts_slug`);
    await runner.query(`ALTER TABLE accounts ADD COLUMN aliases varchar(50)[] NOT NULL DEFAULT '{}'`);
    await runner.query(`ALTER TABLE accounts ALTER COLUMN aliases DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP COLUMN aliases`);
    await runner.query(`CREATE UNIQUE INDEX accounts_slug ON accounts (slug)`);
    await runner.query(`DROP TABLE account_slugs`);
  }
}
