import { eventsOf, ITEM_FIELD_NAMES, usualValue, type Feedback, type RecordedChange } from '@libs/feedback';
import type { Actor, Instant } from '@libs/kernel';
import { eventIdOf, originOf, type Event, type EventType } from '@libs/webhooks';

/** Columns of `feedback_changes`, in the order of `ChangeRow`. */
export const CHANGE_COLUMNS = 'account_id, actor, kind, at, item, previous';

export type ChangeRow = [
  accountId: string,
  actor: string,
  kind: RecordedChange['kind'],
  at: Instant,
  item: Readonly<Record<string, unknown>>,
  previous: Readonly<Record<string, unknown>> | null,
];

/** Kinds of changes that no item has a version for. Their events have what was recorded. */
export const OTHER_KINDS: readonly RecordedChange['kind'][] = [
  'note_created',
  'note_deleted',
  'request_created',
  'request_deleted',
  'tag_created',
  'tag_deleted',
  'tag_updated',
];

/** Converts a row that the triggers of `feedback` or an import have written. */
export function changeOf([accountId, actor, kind, at, item, previous]: ChangeRow): RecordedChange {
  const by = { actor: actorOf(actor), at };
  switch (kind) {
    case 'created':
      return { ...by, kind, item: itemOf(accountId, item) };
    case 'updated':
      return {
        ...by,
        kind,
        item: itemOf(accountId, item),
        previous: itemOf(accountId, { ...item, ...previous }),
      };
    case 'deleted':
      return { ...by, kind, item: { external_id: null, ...(item as DeletedItem) } };
    case 'imported':
      return { ...by, kind, ...(item as { readonly created: number; readonly existing: number }) };
    case 'tag_created':
    case 'tag_updated':
      return { ...by, kind, ...item } as unknown as RecordedChange;
    case 'tag_deleted':
      return { ...by, kind, tag: item['tag'], mergedInto: item['merged_into'] } as RecordedChange;
    case 'note_created':
    case 'note_deleted': {
      const { feedback_id: itemId, created_at, ...note } = item['note'] as Readonly<Record<string, string>>;
      const createdAt = new Date(created_at!).toISOString();
      return { ...by, kind, note: { ...note, itemId, createdAt } } as unknown as RecordedChange;
    }
    case 'request_created':
    case 'request_deleted':
    case 'requests_reached': {
      const { feedback, ...more } = item as unknown as { readonly feedback: Counted };
      return { ...by, kind, ...more, item: feedback } as RecordedChange;
    }
  }
}

/** Changes of earlier releases have no external ID. */
type DeletedItem = Pick<Feedback, 'id' | 'version'> & Partial<Pick<Feedback, 'external_id'>>;

type Counted = Pick<Feedback, 'id' | 'request_count' | 'request_value'>;

/** Reads `api_key:<ID>` or `system`. */
export function actorOf(text: string): Actor {
  const [type, id] = text.split(':') as [Actor['type'], string | undefined];
  return id === undefined ? { type } : { type, id };
}

/**
 * Reads a row of `feedback` as `to_json` returns it: the names of columns, and times with an offset. Rows of earlier
 * releases have no columns for later fields.
 */
function itemOf(accountId: string, row: Readonly<Record<string, unknown>>): Feedback {
  const values = ITEM_FIELD_NAMES.map((name) => [name, row[name] ?? usualValue(name)]);
  const instant = (name: string) => new Date(row[name] as string).toISOString();
  return {
    ...(Object.fromEntries(values) as Omit<Feedback, 'accountId' | 'version'>),
    accountId,
    // The ID alone, if the release before has recorded the change.
    assignee: typeof row.assignee === 'object' ? (row.assignee as Feedback['assignee']) : null,
    created_at: instant('created_at'),
    updated_at: instant('updated_at'),
    version: row.version as number,
  };
}

export type EventRow = [
  id: string,
  type: EventType,
  at: Instant,
  actor: string,
  item: ChangeRow[4],
  previous: ChangeRow[5],
];

/** Events of earlier releases have the whole URL of a webhook. */
function withoutPath(item: ChangeRow[4]): ChangeRow[4] {
  const webhook = item['webhook'] as { readonly url: string };
  return { webhook: { ...webhook, url: originOf(webhook.url) } };
}

function deletionOf(item: ChangeRow[4]): Event['data'] {
  const { id, version, external_id = null } = item as unknown as DeletedItem;
  return { feedback: { id, external_id }, version };
}

/** Converts a row of `events`. An item that has been deleted since has only its ID and version. */
export function eventOf(accountId: string, [id, type, at, actor, item, previous]: EventRow): Event {
  const common = { id: eventIdOf(id), type, timestamp: at, actor: actorOf(actor) };
  if (type === 'webhook.disabled') return { ...common, data: withoutPath(item) };
  if (type === 'feedback.deleted') return { ...common, data: deletionOf(item) };
  if (!type.startsWith('feedback.') || type === 'feedback.requests_reached') return { ...common, data: item };
  const isScrubbed = 'version' in item && !('title' in item);
  const kind =
    type === 'feedback.status_changed' ? 'updated' : (type.slice('feedback.'.length) as ChangeRow[2]);
  const events = isScrubbed ? [] : eventsOf(changeOf([accountId, actor, kind, at, item, previous]));
  const data = events.find((event) => event.type === type)?.data as Event['data'] | undefined;
  return {
    ...common,
    data: data ?? { feedback: { id: item['id'] as string }, version: item['version'] as number },
  };
}
