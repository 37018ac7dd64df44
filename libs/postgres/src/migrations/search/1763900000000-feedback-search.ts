import type { MigrationInterface, QueryRunner } from 'typeorm';

/** pg_trgm finds parts of words. btree_gin includes the account, so that a search skips the text of other accounts. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const without = (extension: string) =>
  `Search needs the PostgreSQL extension ${extension}, and this role could not create it: let a superuser run ` +
  `CREATE EXTENSION ${extension} in this database (some systems have it in a package of its own, ` +
  `postgresql-contrib), then start again`;

/** Indexes for search and email addresses (docs/architecture/adr/0012-search.md). */
export class FeedbackSearch1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const extension of EXTENSIONS)
      await runner.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`).catch((cause: unknown) => {
        throw new Error(without(extension), { cause });
      });
    // No row-level security, because PostgreSQL couldn't use the trigram index with it. LIKE and lower() use the
    // database's collation, as does a search.
    await runner.query(`
      CREATE TABLE feedback_search (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        text text NOT NULL,
        submitter_email varchar(254)
      ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await fill(runner);
    await runner.query(
      `ALTER TABLE feedback_search ADD CONSTRAINT feedback_search_pkey PRIMARY KEY (account_id, id)`,
    );
    await runner.query(`
      CREATE INDEX feedback_search_email ON feedback_search (account_id, submitter_email, id)
      WHERE submitter_email IS NOT NULL`);
    // fastupdate = off, because accounts would share the pending list: one account's write may process others' entries.
    await runner.query(`
      CREATE INDEX feedback_search_text ON feedback_search
      USING gin (account_id, text gin_trgm_ops) WITH (fastupdate = off)`);
    await runner.query(`ANALYZE feedback_search`);
    await keepUp(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER feedback_search_added ON feedback`);
    await runner.query(`DROP TRIGGER feedback_search_changed ON feedback`);
    await runner.query(`DROP TRIGGER feedback_search_removed ON feedback`);
    for (const name of ['added', 'changed', 'removed'])
      await runner.query(`DROP FUNCTION feedback_search_${name}()`);
    await runner.query(`DROP TABLE feedback_search`);
  }
}

/** The searchable text. Search terms contain no whitespace, so no match spans the line break. */
const textOf = (row: string) => `lower(${row}.title || E'\\n' || coalesce(${row}.description, ''))`;
const rowOf = (row: string) => `${row}.account_id, ${row}.id, ${textOf(row)}, lower(${row}.submitter_email)`;

/** Adds the existing items of every account. With FORCE ROW LEVEL SECURITY, the owner couldn't read them. */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE feedback NO FORCE ROW LEVEL SECURITY`);
  await runner.query(`INSERT INTO feedback_search SELECT ${rowOf('item')} FROM feedback AS item`);
  await runner.query(`ALTER TABLE feedback FORCE ROW LEVEL SECURITY`);
}

/** Creates triggers, so that every write to `feedback` updates the search text in the same transaction. */
async function keepUp(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION feedback_search_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_search (account_id, id, text, submitter_email) SELECT ${rowOf('added')} FROM added;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_search_added AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION feedback_search_added()`);
  // FOR EACH ROW allows WHEN, which skips updates that change no text, such as a change of status.
  await runner.query(`
    CREATE FUNCTION feedback_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE feedback_search SET text = ${textOf('NEW')}, submitter_email = lower(NEW.submitter_email)
      WHERE account_id = NEW.account_id AND id = NEW.id;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_search_changed AFTER UPDATE ON feedback FOR EACH ROW
    WHEN ((OLD.title, OLD.description, OLD.submitter_email) IS DISTINCT FROM
      (NEW.title, NEW.description, NEW.submitter_email))
    EXECUTE FUNCTION feedback_search_changed()`);
  // FOR EACH ROW, because a function caches its plan: a join planned for deleting 10,000 items at a time would scan the
  // whole table when a single item is deleted.
  await runner.query(`
    CREATE FUNCTION feedback_search_removed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM feedback_search WHERE account_id = OLD.account_id AND id = OLD.id;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_search_removed AFTER DELETE ON feedback
    FOR EACH ROW EXECUTE FUNCTION feedback_search_removed()`);
}
