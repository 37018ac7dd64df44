import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists by source, and search in submitter email addresses (docs/architecture/adr/0012-search.md). */
export class InboxFilters1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Includes the status, so that counts by status use index-only scans.
    await runner.query(
      `CREATE INDEX feedback_account_source ON feedback (account_id, source, id) INCLUDE (status)`,
    );
    await rewrite(runner, withAddress, `text || E'\\x1f' || coalesce(submitter_email, '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Removes the last separator and the email address after it, which contains no separator.
    await rewrite(runner, withoutAddress, `regexp_replace(text, E'\\x1f[^\\x1f]*$', '')`);
    await runner.query(`DROP INDEX feedback_account_source`);
  }
}

const withoutAddress = (row: string) => `lower(${row}.title || E'\\n' || coalesce(${row}.description, ''))`;
const withAddress = (row: string) =>
  `lower(${row}.title || E'\\n' || coalesce(${row}.description, '') || E'\\x1f' || coalesce(${row}.submitter_email, ''))`;

/** Changes the triggers and converts the existing text. Recreates the index, because updating it takes much longer. */
async function rewrite(
  runner: QueryRunner,
  textOf: (row: string) => string,
  converted: string,
): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION feedback_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_search (account_id, id, text, submitter_email)
      SELECT added.account_id, added.id, ${textOf('added')}, lower(added.submitter_email) FROM added;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION feedback_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE feedback_search SET text = ${textOf('NEW')}, submitter_email = lower(NEW.submitter_email)
      WHERE account_id = NEW.account_id AND id = NEW.id;
      RETURN NULL;
    END $$`);
  await runner.query(`DROP INDEX feedback_search_text`);
  await runner.query(`UPDATE feedback_search SET text = ${converted}`);
  await runner.query(`
    CREATE INDEX feedback_search_text ON feedback_search
    USING gin (account_id, text gin_trgm_ops) WITH (fastupdate = off)`);
  await runner.query(`ANALYZE feedback_search`);
}
