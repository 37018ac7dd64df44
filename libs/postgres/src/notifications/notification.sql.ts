import { MERGED_KINDS, mayDo, ROLES, type Action } from '@libs/accounts';

/** Who belongs to each account. */
export const MEMBERS = `
  SELECT account_id, person_id, role, name, email FROM memberships JOIN people ON people.id = person_id`;

const rolesOf = (action: Action): string => `{${ROLES.filter((role) => mayDo(role, action)).join(',')}}`;

/** The columns of a new notification. */
export const NEW_COLUMNS = 'account_id, person_id, id, kind, is_merged, count, item_id, subject, created_at';
export const IS_MERGED = (kind: string): string => `${kind} = ANY ('{${MERGED_KINDS.join(',')}}')`;

/** Adds to the unread notification of the same kind, if it is merged. */
export const MERGE = `
  ON CONFLICT (account_id, person_id, kind) WHERE read_at IS NULL AND is_merged DO UPDATE SET
    count = notifications.count + excluded.count, item_id = excluded.item_id, subject = excluded.subject,
    created_at = excluded.created_at`;

const ASSIGNEE = (item: string): string => `${item}->'assignee'->>'id'`;
/** Only members assign items. */
const BY = `json_build_object('by', json_build_object('type', split_part(actor, ':', 1), 'id', split_part(actor, ':', 2)))`;

/** Sources of items that others send. Members know of those that they add or import. */
const SOURCES = ['form', 'widget', 'api'];

/**
 * Writes the notifications of published events, as a part of the statement that publishes them: once for each event,
 * whatever instance publishes it. Many new items are one row for each person. Locks rows in the order of people and kinds,
 * as `MARK_READ` does, to prevent deadlocks.
 */
export const WRITE_NOTIFICATIONS = `
  occurrences AS MATERIALIZED (
    SELECT account_id, position, at, actor, item_id,
      CASE type WHEN 'feedback.created' THEN 'new_feedback' WHEN 'feedback.updated' THEN 'assigned'
        WHEN 'feedback.imported' THEN 'import_finished' ELSE 'webhook_disabled' END AS kind,
      CASE type WHEN 'feedback.created' THEN '{}' WHEN 'feedback.updated' THEN ${BY} ELSE item END AS subject,
      CASE type WHEN 'feedback.updated' THEN ${ASSIGNEE('item')} END AS assignee
    FROM published
    WHERE type IN ('feedback.imported', 'webhook.disabled')
      OR type = 'feedback.created' AND item->>'source' = ANY ('{${SOURCES.join(',')}}')
      OR type = 'feedback.updated' AND ${ASSIGNEE('item')} <> coalesce(${ASSIGNEE('previous')}, '')
  ),
  told AS MATERIALIZED (
    SELECT account_id, person_id, kind, ${IS_MERGED('kind')} AS is_merged, position, at, item_id, subject
    FROM occurrences JOIN (${MEMBERS}) member USING (account_id)
    LEFT JOIN notification_settings USING (account_id, person_id)
    WHERE CASE kind
      WHEN 'new_feedback' THEN coalesce(new_feedback_in_app, true) AND actor <> 'owner:' || person_id
      WHEN 'assigned' THEN assignee = person_id::text AND actor <> 'owner:' || person_id
      WHEN 'import_finished' THEN role = ANY ('${rolesOf('data.transfer')}')
      ELSE role = ANY ('${rolesOf('webhooks.manage')}')
    END
  ),
  notified AS (
    INSERT INTO notifications (${NEW_COLUMNS})
    SELECT account_id, person_id, gen_random_uuid(), kind, is_merged, count(*),
      (array_agg(item_id ORDER BY position DESC))[1], (array_agg(subject ORDER BY position DESC))[1], max(at)
    FROM told GROUP BY account_id, person_id, kind, is_merged, CASE WHEN NOT is_merged THEN position END
    ORDER BY account_id, person_id, kind ${MERGE}
  )`;

/** Deletes what is only about deleted items ($1 accounts, $2 items), and removes them from the rest. */
export const FORGET_ITEMS = [
  `DELETE FROM notifications USING unnest($1::uuid[], $2::uuid[]) AS deleted (account, item)
   WHERE account_id = account AND item_id = item AND count = 1`,
  `UPDATE notifications SET item_id = NULL FROM unnest($1::uuid[], $2::uuid[]) AS deleted (account, item)
   WHERE account_id = account AND item_id = item`,
];
