import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Who changes items in this transaction. */
const ACTOR = `coalesce(nullif(current_setting('app.actor', true), ''), 'system')`;
/** False for seeds, imports, and deleted accounts. */
const IS_RECORDED = `current_setting('app.actor', true) IS DISTINCT FROM 'none'`;

/** A batch records its changes itself, in its order: PostgreSQL updates rows in any order. */
const RECORDS_ITSELF = `(coalesce(current_setting('app.records_itself', true), '') = 'on')`;

/**
 * Records every change of an item in its transaction, until the change is published as an event
 * (docs/architecture/adr/0021-events.md). Has no index except its key, because every write pays for it.
 */
export class FeedbackChanges1764200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE feedback_changes (
        seq bigint GENERATED ALWAYS AS IDENTITY,
        account_id uuid NOT NULL,
        actor text NOT NULL,
        kind text NOT NULL,
        at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        item json NOT NULL,
        previous json,
        CONSTRAINT feedback_changes_pkey PRIMARY KEY (seq)
      )`);
    await runner.query(`ALTER TABLE feedback_changes ENABLE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE feedback_changes FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      CREATE POLICY feedback_changes_account ON feedback_changes
      USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
    // The publisher moves the changes of all accounts. The webhook worker records that it disabled an endpoint.
    await runner.query(`
      CREATE POLICY feedback_changes_publisher ON feedback_changes
      USING (current_setting('app.publishes', true) = 'on')`);
    // CREATE TRIGGER needs this lock, which an import of a running instance holds.
    await withoutQueue(runner, `LOCK TABLE feedback IN SHARE ROW EXCLUSIVE MODE`);
    await created(runner);
    await updated(runner);
    await deleted(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const kind of ['created', 'updated', 'deleted']) {
      await runner.query(`DROP TRIGGER feedback_records_${kind} ON feedback`);
      await runner.query(`DROP FUNCTION record_${kind}`);
    }
    await runner.query(`DROP TABLE feedback_changes`);
  }
}

async function created(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION record_created() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item)
      SELECT account_id, ${ACTOR}, 'created', to_json(added) FROM added;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_records_created AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT WHEN (${IS_RECORDED}) EXECUTE FUNCTION record_created()`);
}

async function updated(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION record_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
      VALUES (NEW.account_id, ${ACTOR}, 'updated', to_json(NEW), to_json(OLD));
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_records_updated AFTER UPDATE ON feedback
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version AND NOT ${RECORDS_ITSELF} AND ${IS_RECORDED})
    EXECUTE FUNCTION record_updated()`);
}

/** Publishing the deletion removes the values of the items from their events. */
async function deleted(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION record_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item)
      SELECT account_id, ${ACTOR}, 'deleted', json_build_object('id', id, 'version', version) FROM removed;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_records_deleted AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT WHEN (${IS_RECORDED}) EXECUTE FUNCTION record_deleted()`);
}
