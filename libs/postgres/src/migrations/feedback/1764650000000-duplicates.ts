import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Everyone who changes a group takes this lock of the account first, so that groups are never seen half-changed. */
const lockOf = (accountId: string) =>
  `pg_advisory_xact_lock(hashtextextended('feedback-duplicates ' || ${accountId}, 0))`;

/** False for seeds, imports, and deleted accounts. */
const IS_RECORDED = `current_setting('app.actor', true) IS DISTINCT FROM 'none'`;

/** The time of a change that a trigger makes, with the precision of the column. */
const UPDATED_AT = `greatest(item.updated_at, clock_timestamp()::timestamptz(3))`;

/** Items that are merged into others (docs/architecture/adr/0031-duplicates.md). */
export class Duplicates1764650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Constant defaults don't rewrite the table. A running import holds it.
    await withoutQueue(
      runner,
      `ALTER TABLE feedback
         ADD COLUMN merged_into uuid,
         ADD COLUMN merged_via uuid,
         ADD COLUMN duplicate_count integer NOT NULL DEFAULT 0,
         ADD COLUMN request_count integer NOT NULL DEFAULT 1`,
    );
    // Partial indexes, so that items without duplicates cost nothing extra.
    await runner.query(
      `CREATE INDEX feedback_account_merged ON feedback (account_id, merged_into) WHERE merged_into IS NOT NULL`,
    );
    await runner.query(`
      CREATE INDEX feedback_account_duplicate ON feedback (account_id, id) INCLUDE (status, source)
      WHERE merged_into IS NOT NULL`);
    await runner.query(`CREATE INDEX feedback_account_requests ON feedback (account_id, request_count, id)`);
    await repairedAfterDeletion(runner);
    await recounted(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER feedback_repairs_groups ON feedback`);
    await runner.query(`DROP TRIGGER feedback_recounts_submitters ON feedback`);
    await runner.query(`DROP FUNCTION repair_groups, recount_submitters`);
    await runner.query(`
      ALTER TABLE feedback DROP COLUMN merged_into, DROP COLUMN merged_via, DROP COLUMN duplicate_count,
        DROP COLUMN request_count`);
  }
}

/**
 * The groups of deleted items, as `withoutDeleted` in the core computes them. `parents` replaces deleted parents by
 * theirs, until one exists or there is none.
 */
const REPAIR = `
  WITH RECURSIVE gone AS MATERIALIZED (
    SELECT account_id, id, merged_into, merged_via FROM removed WHERE merged_into IS NOT NULL OR duplicate_count > 0
  ), groups AS MATERIALIZED (
    SELECT DISTINCT account_id, coalesce(merged_into, id) AS target FROM gone
  ), members AS MATERIALIZED (
    SELECT item.account_id, item.id, item.merged_via, lower(item.submitter_email) AS email
    FROM groups JOIN feedback item ON item.account_id = groups.account_id AND item.merged_into = groups.target
    UNION ALL
    SELECT item.account_id, item.id, item.merged_via, lower(item.submitter_email)
    FROM groups JOIN feedback item ON item.account_id = groups.account_id AND item.id = groups.target
  ), parents (id, parent) AS (
    SELECT id, merged_via FROM members
    UNION ALL
    SELECT parents.id, gone.merged_via FROM parents JOIN gone ON gone.id = parents.parent
  ), placed AS MATERIALIZED (
    SELECT id, parent FROM parents WHERE NOT EXISTS (SELECT FROM gone WHERE gone.id = parents.parent)
  ), trees (id, parent, target) AS (
    SELECT id, parent, id FROM placed WHERE parent IS NULL
    UNION ALL
    SELECT placed.id, placed.parent, trees.target FROM trees JOIN placed ON placed.parent = trees.id
  ), counts AS (
    SELECT target, count(*) - 1 AS duplicates, count(DISTINCT email) + count(*) FILTER (WHERE email IS NULL) AS requests
    FROM trees JOIN members USING (id) GROUP BY target
  ), next AS (
    SELECT members.account_id, id, nullif(target, id) AS merged_into, parent AS merged_via,
      CASE WHEN target = id THEN duplicates ELSE 0 END AS duplicate_count,
      CASE WHEN target = id THEN requests ELSE 1 END AS request_count
    FROM trees JOIN members USING (id) JOIN counts USING (target)
  ), locked AS MATERIALIZED (
    SELECT item.account_id, item.id FROM feedback item JOIN next USING (account_id, id)
    ORDER BY item.account_id, item.id FOR UPDATE OF item
  ), changed AS (
    SELECT next.*, (item.merged_into, item.duplicate_count, item.request_count)
      IS DISTINCT FROM (next.merged_into, next.duplicate_count, next.request_count) AS is_visible
    FROM locked JOIN next USING (account_id, id) JOIN feedback item USING (account_id, id)
  )
  UPDATE feedback item SET merged_into = changed.merged_into, merged_via = changed.merged_via,
    duplicate_count = changed.duplicate_count, request_count = changed.request_count,
    version = item.version + is_visible::integer,
    updated_at = CASE WHEN is_visible THEN ${UPDATED_AT} ELSE item.updated_at END
  FROM changed
  WHERE item.account_id = changed.account_id AND item.id = changed.id
    AND (is_visible OR item.merged_via IS DISTINCT FROM changed.merged_via)`;

/**
 * Dissolves or shrinks the groups of deleted items. EXECUTE plans the statement each time: the plan for one item is bad
 * for thousands, and the other way around.
 */
async function repairedAfterDeletion(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION repair_groups() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM removed WHERE merged_into IS NOT NULL OR duplicate_count > 0) THEN
        PERFORM ${lockOf('account_id')} FROM (SELECT DISTINCT account_id FROM removed) AS account;
        PERFORM set_config('app.records_itself', '', true);
        EXECUTE $repair$${REPAIR}$repair$;
      END IF;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_repairs_groups AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT WHEN (${IS_RECORDED}) EXECUTE FUNCTION repair_groups()`);
}

/** Counts the submitters of a group again after the email address of one of its items was erased. */
async function recounted(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION recount_submitters() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      target uuid;
    BEGIN
      PERFORM ${lockOf('NEW.account_id')};
      SELECT coalesce(merged_into, id) INTO target FROM feedback WHERE account_id = NEW.account_id AND id = NEW.id;
      PERFORM set_config('app.records_itself', '', true);
      UPDATE feedback item SET request_count = requests, version = item.version + 1, updated_at = ${UPDATED_AT}
      FROM (
        SELECT count(DISTINCT lower(submitter_email)) + count(*) FILTER (WHERE submitter_email IS NULL) AS requests
        FROM (
          SELECT submitter_email FROM feedback WHERE account_id = NEW.account_id AND merged_into = target
          UNION ALL
          SELECT submitter_email FROM feedback WHERE account_id = NEW.account_id AND id = target
        ) AS member
      ) AS counted
      WHERE item.account_id = NEW.account_id AND item.id = target AND item.request_count <> requests;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER feedback_recounts_submitters AFTER UPDATE OF submitter_email ON feedback
    FOR EACH ROW WHEN (OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
      AND (NEW.merged_into IS NOT NULL OR NEW.duplicate_count > 0))
    EXECUTE FUNCTION recount_submitters()`);
}
