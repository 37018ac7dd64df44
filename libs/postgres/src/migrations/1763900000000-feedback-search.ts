import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words by their parts; and accounts in the same index, so that nobody's search meets the texts of others. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const without = (extension: string) =>
  `Search needs the PostgreSQL extension ${extension}, and this role could not create it: let a superuser run ` +
  `CREATE EXTENSION ${extension} in this database (some systems have it in a package of its own, ` +
  `postgresql-contrib), then start again`;

/** Search and addresses by index (docs/architecture/adr/0012-search.md). */
export class FeedbackSearch1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const extension of EXTENSIONS)
      await runner.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`).catch((cause: unknown) => {
        throw new Error(without(extension), { cause });
      });
    // No row-level security: under it PostgreSQL would use no trigrams. The collations of LIKE and lower() are the
    // database's, as are those of a search.
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
    // Without a list of pending entries, which all accounts share: whoever fills it sorts in what others left there.
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

/** What is found of an item. No term of a search has white space in it: none is found across the line break. */
const textOf = (row: string) => `lower(${row}.title || E'\\n' || coalesce(${row}.description, ''))`;
const rowOf = (row: string) => `${row}.account_id, ${row}.id, ${textOf(row)}, lower(${row}.submitter_email)`;

/** Of the items that are there already, every account's: whoever forces the policy on himself sees none of them. */
async function fill(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE feedback NO FORCE ROW LEVEL SECURITY`);
  await runner.query(`INSERT INTO feedback_search SELECT ${rowOf('item')} FROM feedback AS item`);
  await runner.query(`ALTER TABLE feedback FORCE ROW LEVEL SECURITY`);
}

/** Triggers, so that whoever writes items writes what is found of them, in the same transaction. */
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
  // Row by row, because then a WHEN keeps it away from what changes no text, such as a move to another status.
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
  // Row by row: a function keeps its plan, and a join planned for the ten thousand items of an account that goes would
  // read the whole table for the next single one.
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
