import {
  ACTOR,
  COUNTS_ITSELF,
  current,
  CURRENT_ACTOR,
  PUBLISHES,
  UNRECORDED,
} from '../../connection/settings';

/** An item's number stays an integer of PostgreSQL. No account has as many people. */
const COUNTED_MAX = 2_000_000_000;

/** With the precision of `value`. */
const amount = (value: string) => `round((${value})::numeric, 2)::float8`;

/**
 * The totals of groups (requests.md 2), as `totalsOf` in the core: `items` are counted for the group in `groups` at
 * the same place. The address of a submission is that of its item.
 */
export const REQUEST_TOTALS = `
  CREATE OR REPLACE FUNCTION request_totals(account uuid, items uuid[], groups uuid[])
  RETURNS TABLE (group_id uuid, requests integer, value double precision) LANGUAGE sql STABLE AS $$
    WITH member AS MATERIALIZED (SELECT * FROM unnest(items, groups) AS member (item_id, group_id)),
    asked AS MATERIALIZED (
      SELECT member.group_id, item_id AS id, lower(item.submitter_email) AS email, company_key AS company, details.value,
        1 AS count
      FROM member JOIN feedback item ON item.account_id = account AND item.id = item_id
      LEFT JOIN feedback_requests details
        ON details.account_id = account AND details.feedback_id = item_id AND details.id = item_id
      UNION ALL
      SELECT member.group_id, request.id, request.address, request.company_key, request.value, request.count
      FROM member JOIN feedback_requests request ON request.account_id = account AND request.feedback_id = item_id
      WHERE request.id <> item_id
    ),
    people AS (
      SELECT asked.group_id, count(*) AS count FROM (SELECT DISTINCT asked.group_id, email FROM asked WHERE email IS NOT NULL) asked
      GROUP BY asked.group_id
      UNION ALL
      SELECT asked.group_id, sum(count) FROM asked WHERE email IS NULL GROUP BY asked.group_id
    ),
    worth AS (
      SELECT asked.group_id, max(asked.value) AS value FROM asked WHERE asked.value IS NOT NULL
      GROUP BY asked.group_id, company, CASE WHEN company IS NULL THEN coalesce(email, asked.id::text) END
    )
    SELECT counted.group_id, least(counted.requests, ${COUNTED_MAX})::integer,
      ${amount(`coalesce((SELECT sum(worth.value) FROM worth WHERE worth.group_id = counted.group_id), 0)`)}
    FROM (SELECT people.group_id, sum(count) AS requests FROM people GROUP BY people.group_id) counted
  $$`;

const SIGNED_COUNT = 'CASE WHEN is_new THEN count ELSE -count END';

/** What a statement changed: its rows after and before it. */
const changedRows = (added: string | null, removed: string | null) =>
  [added && `SELECT true AS is_new, * FROM ${added}`, removed && `SELECT false AS is_new, * FROM ${removed}`]
    .filter(Boolean)
    .join(' UNION ALL ');

const addToTotals = (difference: string) => `
  UPDATE feedback item SET
    request_count = least(item.request_count + difference.requests, ${COUNTED_MAX})::integer,
    request_value = ${amount('item.request_value::numeric + difference.value')},
    updated_at = greatest(item.updated_at, clock_timestamp()::timestamptz(3))
  FROM (${difference}) difference
  WHERE item.account_id = account AND item.id = ANY (locked) AND item.id = group_id
    AND (difference.requests <> 0 OR difference.value <> 0);`;

/** Of items in no group, without values: an address has one request, and one that is not the submitter's. */
const countSimple = (added: string | null, removed: string | null) =>
  addToTotals(`
    SELECT item.id AS group_id, 0 AS value, sum(CASE
      WHEN changed.id = item.id OR address = lower(submitter_email) THEN 0
      WHEN email IS NULL THEN ${SIGNED_COUNT}
      WHEN is_new THEN 1 ELSE -1 END) AS requests
    FROM (${changedRows(added, removed)}) changed
    JOIN feedback item ON item.account_id = account AND item.id = ANY (items) AND item.id = feedback_id
    GROUP BY item.id`);

const PEOPLE = `
  people AS (
    SELECT group_id, sum(CASE WHEN is_new THEN 1 ELSE -1 END) AS requests, 0 AS value
    FROM (SELECT DISTINCT group_id, email, is_new FROM touched WHERE email IS NOT NULL AND NOT is_submission) one
    WHERE NOT EXISTS (SELECT FROM member WHERE member.group_id = one.group_id AND member.email = one.email)
      AND NOT EXISTS (
        SELECT FROM member CROSS JOIN LATERAL (
          SELECT id FROM feedback_requests other
          WHERE other.account_id = account AND other.feedback_id = item_id AND other.address = one.email OFFSET 0
        ) other
        WHERE member.group_id = one.group_id AND other.id NOT IN (SELECT id FROM touched)
      )
    GROUP BY group_id
  ), unnamed AS (
    SELECT group_id, sum(${SIGNED_COUNT}) AS requests, 0 AS value FROM touched
    WHERE email IS NULL AND NOT is_submission GROUP BY group_id
  )`;

/**
 * The highest value of other requests of each item of the group that are of the same company, or of the same address
 * without a company. LIMIT lets an index return it: a company can have 100,000 requests.
 */
const kept = (same: string, order: string) => `(
  SELECT max(highest.value) FROM member CROSS JOIN LATERAL (
    SELECT other.value FROM feedback_requests other
    WHERE other.account_id = account AND other.feedback_id = item_id AND ${same}
      AND other.value IS NOT NULL AND other.id NOT IN (SELECT id FROM touched)
    ORDER BY ${order} LIMIT 1
  ) highest
  WHERE member.group_id = worth.group_id
)`;

const WORTH = `
  worth AS (
    SELECT group_id, company, person,
      max(value) FILTER (WHERE is_new) AS after, max(value) FILTER (WHERE NOT is_new) AS before
    FROM (
      SELECT *, CASE WHEN company IS NULL THEN coalesce(email, id::text) END AS person FROM touched
      WHERE value IS NOT NULL
    ) valued
    GROUP BY group_id, company, person
  ), worth_changed AS (
    SELECT group_id, 0 AS requests, sum(coalesce(greatest(kept, after), 0) - coalesce(greatest(kept, before), 0)) AS value
    FROM (
      SELECT worth.*, CASE
        WHEN company IS NOT NULL THEN
          ${kept('other.company_key = worth.company', 'other.company_key DESC, other.value DESC')}
        ELSE greatest(
          ${kept('other.address = worth.person AND other.company IS NULL', 'other.address')},
          ${kept('other.id = item_id AND other.company IS NULL AND member.email = worth.person', 'other.id')}
        ) END AS kept
      FROM worth
    ) compared
    GROUP BY group_id
  )`;

/**
 * Adds what a statement changed to the totals of the items and of their targets. Looks up only the addresses and companies
 * that it touched, because an item can have 100,000 requests. Names the items as an array, too, so that the planner, which
 * does not know how few they are, reads no whole table. The items are locked, so no one else changes these totals.
 */
const countChange = (added: string | null, removed: string | null) => `
  WITH changed AS MATERIALIZED (
    ${changedRows(added, removed)}
  ), member AS MATERIALIZED (
    SELECT id AS group_id, id AS item_id, lower(submitter_email) AS email FROM feedback
    WHERE account_id = account AND id = ANY (locked)
    UNION ALL
    SELECT merged_into, id, lower(submitter_email) FROM feedback
    WHERE account_id = account AND merged_into = ANY (locked)
  ), touched AS MATERIALIZED (
    SELECT group_id, is_new, changed.id, changed.id = item_id AS is_submission, company_key AS company, value, count,
      CASE WHEN changed.id = item_id THEN member.email ELSE changed.address END AS email
    FROM changed JOIN member ON item_id = feedback_id
  ), ${PEOPLE}, ${WORTH}
  ${addToTotals(`
    SELECT group_id, sum(requests) AS requests, sum(value) AS value FROM (
      SELECT * FROM people UNION ALL SELECT * FROM unnamed UNION ALL SELECT * FROM worth_changed
    ) parts GROUP BY group_id`)}`;

/** Nothing in it is personal, so that an event needs no erasure. */
const record = (kind: 'request_created' | 'request_deleted', rows: string) => `
  IF ${current(ACTOR)} IS DISTINCT FROM '${UNRECORDED}' THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    SELECT account, ${CURRENT_ACTOR}, '${kind}', json_build_object(
      'request', json_build_object(
        'id', request.id, 'feedback_id', request.feedback_id, 'source', request.source, 'count', request.count),
      'feedback', json_build_object(
        'id', target.id, 'request_count', target.request_count, 'request_value', target.request_value))
    FROM ${rows} request
    JOIN feedback item ON item.account_id = account AND item.id = ANY (items) AND item.id = request.feedback_id
    JOIN feedback target ON target.account_id = account AND target.id = ANY (locked)
      AND target.id = coalesce(item.merged_into, item.id)
    WHERE request.id <> request.feedback_id
    ORDER BY request.id;
  END IF;`;

/**
 * What a statement that changes requests does besides. A statement concerns one account, except those of the publisher,
 * which delete requests of items that no longer exist. Locks the items and their targets in the order in which a merge
 * does, again if one was merged in the meantime.
 */
const requestsFunction = (
  name: string,
  { added = null, removed = null }: { readonly added?: string | null; readonly removed?: string | null },
  recorded = '',
) => `
CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  items uuid[];
  wanted uuid[];
  locked uuid[] := '{}';
  is_simple boolean;
BEGIN
  IF ${current(PUBLISHES)} = 'on' OR ${current(COUNTS_ITSELF)} = 'on' THEN
    RETURN NULL;
  END IF;
  SELECT account_id, array_agg(DISTINCT feedback_id), count(value) = 0 INTO account, items, is_simple
  FROM (${changedRows(added, removed)}) changed GROUP BY account_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  LOOP
    SELECT array_agg(DISTINCT item_id), is_simple AND bool_and(merged_into IS NULL AND duplicate_count = 0)
    INTO wanted, is_simple
    FROM feedback, unnest(ARRAY [id, coalesce(merged_into, id)]) AS item_id WHERE account_id = account AND id = ANY (items);
    EXIT WHEN wanted IS NULL OR wanted <@ locked;
    PERFORM FROM feedback WHERE account_id = account AND id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
    locked := wanted;
  END LOOP;
  IF wanted IS NULL THEN
    RETURN NULL;
  END IF;
  IF is_simple THEN ${countSimple(added, removed)}
  ELSE ${countChange(added, removed)}
  END IF;
  ${recorded}
  RETURN NULL;
END $$`;

export const REQUESTS_ADDED = requestsFunction(
  'requests_added',
  { added: 'added' },
  record('request_created', 'added'),
);
export const REQUESTS_CHANGED = requestsFunction('requests_changed', { added: 'added', removed: 'removed' });
export const REQUESTS_REMOVED = requestsFunction(
  'requests_removed',
  { removed: 'removed' },
  record('request_deleted', 'removed'),
);
