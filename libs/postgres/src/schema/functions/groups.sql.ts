import { RECORDS_ITSELF, setting } from '../../connection/settings';

/**
 * Everyone who changes a group takes this lock of the account before they read it, triggers of deletions too. Without
 * it, two of them could each see half of the other's change.
 */
export const lockOf = (accountId: string) =>
  `pg_advisory_xact_lock(hashtextextended('feedback-duplicates ' || ${accountId}, 0))`;

/** The time of a change that a trigger makes, with the precision of the column. */
const UPDATED_AT = `greatest(item.updated_at, clock_timestamp()::timestamptz(3))`;

/**
 * The groups of deleted items, as `parentsWithout` in the core computes them, from their IDs and parents and those of the
 * remaining members. `parents` replaces deleted parents by theirs, until one exists or there is none. PostgreSQL can't
 * estimate recursive queries: with other joins than these, a group of 10,000 items takes half a minute.
 */
export const REMAINING_GROUPS = `
  CREATE OR REPLACE FUNCTION remaining_groups(gone_ids uuid[], gone_parents uuid[], ids uuid[], parents uuid[])
  RETURNS TABLE (id uuid, merged_into uuid, merged_via uuid, duplicate_count integer)
  LANGUAGE sql STABLE SET enable_nestloop = off SET enable_mergejoin = off AS $$
    WITH RECURSIVE gone AS MATERIALIZED (
      SELECT * FROM unnest(gone_ids, gone_parents) AS gone (id, parent)
    ), parents (id, parent) AS (
      SELECT member.id, member.parent FROM unnest(ids, parents) AS member (id, parent)
      UNION ALL
      SELECT parents.id, gone.parent FROM parents JOIN gone ON gone.id = parents.parent
    ), placed AS MATERIALIZED (
      SELECT parents.* FROM parents LEFT JOIN gone ON gone.id = parents.parent WHERE gone.id IS NULL
    ), trees (id, parent, target) AS (
      SELECT placed.*, placed.id FROM placed WHERE placed.parent IS NULL
      UNION ALL
      SELECT placed.*, trees.target FROM trees JOIN placed ON placed.parent = trees.id
    ), counts AS (
      SELECT target, count(*) - 1 AS duplicates FROM trees GROUP BY target
    )
    SELECT trees.id, nullif(target, trees.id), trees.parent,
      CASE WHEN target = trees.id THEN duplicates ELSE 0 END::integer
    FROM trees JOIN counts USING (target)
  $$`;

/**
 * Changes the remaining members, in the order of their IDs. A merged one keeps its own totals. $1 the account, $2 to $5 the
 * parameters of the function.
 */
const REPAIR = `
  WITH next AS MATERIALIZED (
    SELECT * FROM remaining_groups($2, $3, $4, $5)
  ), totals AS MATERIALIZED (
    SELECT totals.* FROM (SELECT array_agg(id) AS ids, array_agg(coalesce(merged_into, id)) AS targets FROM next) member,
      request_totals($1, ids, targets) totals
  ), votes AS MATERIALIZED (
    SELECT coalesce(next.merged_into, next.id) AS group_id, count(*)::integer AS votes
    FROM next JOIN feedback_votes vote ON vote.account_id = $1 AND vote.feedback_id = next.id GROUP BY 1
  ), changed AS (
    SELECT next.*, coalesce(totals.requests, item.request_count) AS requests,
      coalesce(totals.value, item.request_value) AS value,
      CASE WHEN next.merged_into IS NULL THEN coalesce(votes.votes, 0) ELSE item.unconfirmed_votes END AS votes
    FROM next JOIN feedback item ON item.account_id = $1 AND item.id = next.id
    LEFT JOIN totals ON totals.group_id = next.id
    LEFT JOIN votes ON votes.group_id = next.id
  ), locked AS MATERIALIZED (
    SELECT next.*, (item.merged_into, item.duplicate_count, item.request_count, item.request_value, item.unconfirmed_votes)
      IS DISTINCT FROM (next.merged_into, next.duplicate_count, next.requests, next.value, next.votes) AS is_visible
    FROM changed next JOIN feedback item ON item.account_id = $1 AND item.id = next.id
    ORDER BY item.id FOR UPDATE OF item
  )
  UPDATE feedback item SET merged_into = locked.merged_into, merged_via = locked.merged_via,
    duplicate_count = locked.duplicate_count, request_count = locked.requests, request_value = locked.value,
    unconfirmed_votes = locked.votes, version = item.version + is_visible::integer,
    updated_at = CASE WHEN is_visible THEN ${UPDATED_AT} ELSE item.updated_at END
  FROM locked
  WHERE item.account_id = $1 AND item.id = locked.id
    AND (is_visible OR item.merged_via IS DISTINCT FROM locked.merged_via)`;

/**
 * Dissolves or shrinks the groups of the items in the table `removed`. Locks what changes before it is counted: someone may
 * be adding a request. EXECUTE plans the statement each time: the plan for
 * one item is bad for thousands, and the other way around.
 */
export const REPAIR_ALL = `FOR account IN SELECT DISTINCT account_id FROM removed WHERE merged_into IS NOT NULL OR duplicate_count > 0 LOOP
    PERFORM ${lockOf('account')};
    SELECT array_agg(DISTINCT coalesce(merged_into, id)), array_agg(id), array_agg(merged_via)
    INTO targets, gone_ids, gone_parents
    FROM removed WHERE account_id = account AND (merged_into IS NOT NULL OR duplicate_count > 0);
    PERFORM FROM feedback WHERE account_id = account AND (id = ANY (targets) OR merged_into = ANY (gone_ids))
    ORDER BY id FOR UPDATE;
    SELECT array_agg(id), array_agg(merged_via) INTO ids, parents
    FROM (
      SELECT id, merged_via FROM feedback WHERE account_id = account AND merged_into = ANY (targets)
      UNION ALL
      SELECT id, merged_via FROM feedback WHERE account_id = account AND id = ANY (targets)
    ) AS member;
    PERFORM ${setting(RECORDS_ITSELF, "''")};
    EXECUTE $repair$${REPAIR}$repair$ USING account, gone_ids, gone_parents, ids, parents;
  END LOOP;`;

/** The variables of REPAIR_ALL. */
export const REPAIR_VARIABLES = `account uuid;
  targets uuid[];
  gone_ids uuid[];
  gone_parents uuid[];
  ids uuid[];
  parents uuid[];`;

/** Counts the requests of the group of NEW in the variable `target`. */
export const RECOUNT = `PERFORM ${lockOf('NEW.account_id')};
  SELECT coalesce(merged_into, id) INTO target FROM feedback WHERE account_id = NEW.account_id AND id = NEW.id;
  PERFORM FROM feedback WHERE account_id = NEW.account_id AND id = target FOR UPDATE;
  PERFORM ${setting(RECORDS_ITSELF, "''")};
  UPDATE feedback item SET request_count = requests, request_value = value, version = item.version + 1,
    updated_at = ${UPDATED_AT}
  FROM (
    SELECT array_agg(id) AS ids, array_agg(target) AS targets FROM (
      SELECT id FROM feedback WHERE account_id = NEW.account_id AND merged_into = target
      UNION ALL
      SELECT target
    ) AS one
  ) AS member, request_totals(NEW.account_id, ids, targets) AS totals
  WHERE item.account_id = NEW.account_id AND item.id = target
    AND (item.request_count, item.request_value) IS DISTINCT FROM (requests, value);`;
