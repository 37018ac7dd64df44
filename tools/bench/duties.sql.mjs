/** Tables and statements of the baseline server with the same duties. */

/** Members of an item. The last one isn't a part of its JSON. */
export const COLUMNS = [
  'id',
  'title',
  'description',
  'submitter_email',
  'status',
  'source',
  'created_at',
  'updated_at',
  'external_id',
  'merged_into',
  'duplicate_count',
  'request_count',
  'request_value',
  'unconfirmed_votes',
  'tags',
  'assignee',
  'links',
  'public',
  'context',
  'verified',
  'version',
];
const NAMES = COLUMNS.join(', ');

const TEXT = `searched_text(title || E'\\n' || coalesce(description, ''), submitter_email)`;

const OF_ACCOUNT = `account_id = nullif(current_setting('app.account_id', true), '')::uuid`;
const PUBLISHES = `current_setting('app.publishes', true) = 'on'`;
const isolated = (table) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  ALTER TABLE ${table} OWNER TO feedback;
  CREATE POLICY account ON ${table} USING (${OF_ACCOUNT} OR ${PUBLISHES});`;

/**
 * The indexes are those that the lists of the service need, for items with the usual values in as few as possible. The
 * search entries are a table without row-level security, as in the service, whose index would not be used otherwise.
 */
export const CREATE_TABLES = `
  CREATE TABLE duties_feedback (LIKE feedback INCLUDING DEFAULTS) WITH (fillfactor = 90);
  INSERT INTO duties_feedback SELECT * FROM feedback;
  ALTER TABLE duties_feedback ADD PRIMARY KEY (account_id, id),
    ADD CHECK (char_length(title) BETWEEN 1 AND 200), ADD CHECK (char_length(description) <= 10000),
    ADD CHECK (status IN ('new', 'planned', 'building', 'shipped', 'declined'));
  CREATE INDEX ON duties_feedback (account_id, status, id DESC);
  CREATE INDEX ON duties_feedback (account_id, updated_at, id);
  CREATE INDEX ON duties_feedback (account_id, title COLLATE title_order, id);
  CREATE INDEX ON duties_feedback (account_id, request_count, id) WHERE request_count <> 1;
  CREATE INDEX ON duties_feedback (account_id, request_value, id) WHERE request_value <> 0;
  CREATE INDEX ON duties_feedback (account_id, source, id) WHERE source <> 'api';
  CREATE UNIQUE INDEX ON duties_feedback (account_id, external_id) WHERE external_id IS NOT NULL;
  CREATE TABLE duties_changes (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id uuid NOT NULL, actor text NOT NULL,
    kind text NOT NULL, at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), item json NOT NULL, previous json
  );
  CREATE TABLE duties_events (
    position bigint GENERATED ALWAYS AS IDENTITY, account_id uuid NOT NULL, id uuid NOT NULL, type text NOT NULL,
    at timestamptz(3) NOT NULL, actor text NOT NULL, item_id uuid NOT NULL, item json NOT NULL, previous json,
    PRIMARY KEY (account_id, position)
  );
  CREATE INDEX ON duties_events (account_id, item_id);
  CREATE TABLE duties_history (
    account_id uuid NOT NULL, item_id uuid NOT NULL, position bigint NOT NULL, at timestamptz(3) NOT NULL,
    actor text NOT NULL, kind text NOT NULL, version integer NOT NULL, status_from text, status_to text, changes json,
    PRIMARY KEY (account_id, item_id, position)
  );
  CREATE TABLE duties_search (
    account_id uuid NOT NULL, id uuid NOT NULL, text text NOT NULL, PRIMARY KEY (account_id, id)
  );
  INSERT INTO duties_search SELECT account_id, id, text FROM feedback_search;
  CREATE INDEX ON duties_search USING gin (account_id, text gin_trgm_ops)
    WITH (fastupdate = on, gin_pending_list_limit = 1048576);
  ALTER TABLE duties_search OWNER TO feedback;
  ${['duties_feedback', 'duties_changes', 'duties_events', 'duties_history'].map(isolated).join('')}
`;

/** Of the items $1. */
export const ADD_SEARCH_ENTRIES = `
  INSERT INTO duties_search (account_id, id, text) SELECT account_id, id, ${TEXT} FROM duties_feedback WHERE id = ANY ($1)`;

export const LIST = `SELECT ${NAMES} FROM duties_feedback WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`;

export const READ = `SELECT ${NAMES} FROM duties_feedback WHERE account_id = $1 AND id = $2`;

/** $8 is the actor. */
export const CREATE = `
  WITH added AS (
    INSERT INTO duties_feedback (account_id, id, title, description, submitter_email, status, source, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'api', $7, $7) RETURNING *
  )
  INSERT INTO duties_changes (account_id, actor, kind, item) SELECT account_id, $8, 'created', to_json(added) FROM added`;

/** $5 is the time, and $6 the actor. An update with the stored values changes nothing. */
export const UPDATE = `
  WITH before AS MATERIALIZED (
    SELECT * FROM duties_feedback WHERE account_id = $1 AND id = $2 FOR UPDATE
  ), changed AS (
    UPDATE duties_feedback item SET title = coalesce($3, item.title), status = coalesce($4, item.status),
      updated_at = greatest(item.updated_at, $5), version = item.version + 1
    FROM before
    WHERE item.account_id = $1 AND item.id = $2 AND item.merged_into IS NULL
      AND (item.title <> coalesce($3, item.title) OR item.status <> coalesce($4, item.status))
    RETURNING item.*
  ), recorded AS (
    INSERT INTO duties_changes (account_id, actor, kind, item, previous)
    SELECT $1, $6, 'updated', to_json(changed),
      json_build_object('title', before.title, 'description', before.description, 'status', before.status)
    FROM changed, before
  )
  SELECT ${NAMES} FROM changed`;

/** $3 is the actor. */
export const DELETE = `
  WITH removed AS (
    DELETE FROM duties_feedback WHERE account_id = $1 AND id = $2 RETURNING account_id, id, version
  )
  INSERT INTO duties_changes (account_id, actor, kind, item)
  SELECT account_id, $3, 'deleted', json_build_object('id', id, 'version', version) FROM removed`;

/**
 * Publishes up to $1 changes, in their order, as events, with a second event for a new status, and writes the history
 * and the search entries of their items. Returns their number.
 */
export const PUBLISH = `
  WITH taken AS (
    DELETE FROM duties_changes WHERE seq = ANY (ARRAY (SELECT seq FROM duties_changes ORDER BY seq LIMIT $1))
    RETURNING *
  ), change AS MATERIALIZED (
    SELECT taken.*, new.id AS item_id, new.version, new.status AS status_to, old.status AS status_from,
      new.title, new.description, new.submitter_email, old.title AS old_title, old.description AS old_description
    FROM taken CROSS JOIN json_to_record(item) AS new (
      id uuid, version integer, status text, title text, description text, submitter_email text
    ) LEFT JOIN LATERAL json_to_record(previous) AS old (status text, title text, description text) ON true
    ORDER BY seq
  ), events AS (
    INSERT INTO duties_events (account_id, id, type, at, actor, item_id, item, previous)
    SELECT account_id, gen_random_uuid(), 'feedback.' || type, at, actor, item_id, item, previous
    FROM change CROSS JOIN unnest(CASE
      WHEN status_from <> status_to THEN '{updated,status_changed}'::text[] ELSE ARRAY [kind] END) AS type
    ORDER BY seq
    RETURNING position, account_id, item_id, type, at, actor, previous
  ), history AS (
    INSERT INTO duties_history (account_id, item_id, position, at, actor, kind, version, status_from, status_to, changes)
    SELECT account_id, item_id, seq, at, actor, kind, version,
      CASE WHEN status_from <> status_to THEN status_from END, CASE WHEN status_from <> status_to THEN status_to END,
      CASE WHEN kind = 'updated' THEN json_build_object(
        'title', json_build_array(old_title, title), 'description', json_build_array(old_description, description)) END
    FROM change WHERE kind <> 'deleted'
  ), forgotten AS (
    DELETE FROM duties_history USING change WHERE change.kind = 'deleted'
      AND duties_history.account_id = change.account_id AND duties_history.item_id = change.item_id
  ), scrubbed AS (
    UPDATE duties_events SET item = json_build_object('id', duties_events.item_id), previous = NULL
    FROM change WHERE change.kind = 'deleted'
      AND duties_events.account_id = change.account_id AND duties_events.item_id = change.item_id
  ), last AS (
    SELECT DISTINCT ON (account_id, item_id) * FROM change ORDER BY account_id, item_id, seq DESC
  ), unindexed AS (
    DELETE FROM duties_search USING last WHERE last.kind = 'deleted'
      AND duties_search.account_id = last.account_id AND duties_search.id = last.item_id
  ), indexed AS (
    INSERT INTO duties_search (account_id, id, text)
    SELECT account_id, item_id, ${TEXT} FROM last WHERE kind = 'created' OR (kind = 'updated'
      AND (title IS DISTINCT FROM old_title OR description IS DISTINCT FROM old_description))
    ON CONFLICT (account_id, id) DO UPDATE SET text = excluded.text
  )
  SELECT count(*)::integer FROM change`;
