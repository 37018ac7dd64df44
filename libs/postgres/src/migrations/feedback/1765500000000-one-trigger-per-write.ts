import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEM_FUNCTIONS, ITEM_TRIGGERS } from '../../schema/functions';
import { withoutQueue } from '../without-queue';

/**
 * Replaces the triggers and checks of `feedback` by one function for each kind of write
 * (docs/architecture/adr/0036-one-trigger-per-write.md). The functions of the replaced triggers stay, for `down`.
 */
export class OneTriggerPerWrite1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of ITEM_FUNCTIONS) await runner.query(definition);
    // DROP TRIGGER needs this lock, which an import or an export of a running instance prevents.
    await withoutQueue(runner, `LOCK TABLE feedback IN ACCESS EXCLUSIVE MODE`);
    for (const trigger of REPLACED) await runner.query(`DROP TRIGGER ${nameOf(trigger)} ON feedback`);
    await runner.query(`
      ALTER TABLE feedback DROP CONSTRAINT feedback_title_length, DROP CONSTRAINT feedback_description_length,
        DROP CONSTRAINT feedback_status_known`);
    for (const trigger of ITEM_TRIGGERS) await runner.query(`CREATE TRIGGER ${trigger}`);
    // The replaced triggers added entries without queueing their accounts.
    await runner.query(`
      INSERT INTO search_index_queue (account_id) SELECT DISTINCT account_id FROM feedback_search_newest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const trigger of ITEM_TRIGGERS) await runner.query(`DROP TRIGGER ${nameOf(trigger)} ON feedback`);
    await runner.query(`
      DROP FUNCTION feedback_added, feedback_changed, feedback_removed, feedback_removed_traces, remaining_groups,
        with_names`);
    await runner.query(`
      ALTER TABLE feedback
        ADD CONSTRAINT feedback_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
        ADD CONSTRAINT feedback_description_length CHECK (char_length(description) <= 10000),
        ADD CONSTRAINT feedback_status_known
          CHECK (status IN ('new', 'planned', 'building', 'shipped', 'declined'))`);
    for (const trigger of REPLACED) await runner.query(`CREATE TRIGGER ${trigger}`);
  }
}

const nameOf = (trigger: string): string => trigger.split(' ', 1)[0]!;

const IS_RECORDED = `WHEN (current_setting('app.actor', true) IS DISTINCT FROM 'none')`;

/** The triggers that this migration replaces. */
const REPLACED = [
  `feedback_search_added AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION feedback_search_added()`,
  `feedback_search_changed AFTER UPDATE ON feedback FOR EACH ROW
   WHEN ((OLD.title, OLD.description, OLD.submitter_email) IS DISTINCT FROM
     (NEW.title, NEW.description, NEW.submitter_email))
   EXECUTE FUNCTION feedback_search_changed()`,
  `feedback_search_removed AFTER DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_search_removed()`,
  `feedback_scrubs_answers AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION scrub_idempotent_answers()`,
  `feedback_records_created AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT ${IS_RECORDED} EXECUTE FUNCTION record_created()`,
  `feedback_records_updated AFTER UPDATE ON feedback FOR EACH ROW
   WHEN (OLD.version IS DISTINCT FROM NEW.version
     AND NOT (coalesce(current_setting('app.records_itself', true), '') = 'on')
     AND current_setting('app.actor', true) IS DISTINCT FROM 'none')
   EXECUTE FUNCTION record_updated()`,
  `feedback_records_deleted AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT ${IS_RECORDED} EXECUTE FUNCTION record_deleted()`,
];
