import type { Actor, Instant } from '@libs/kernel';
import { feedbackJson, type Feedback, type FeedbackJson } from '../items/feedback';
import { differences } from '../items/revision';
import type { Note } from '../notes/note';
import type { FeedbackRequest } from '../requests/request';
import type { Tag } from '../tags/tag';

/** What an event says of a request and of an item. Nothing in it is personal (requests.md 5). */
type RecordedRequest = Pick<FeedbackRequest, 'id' | 'feedback_id' | 'source' | 'count'>;
type Counted = Pick<Feedback, 'id' | 'request_count' | 'request_value'>;

/** What happened to a tag. */
export type TagRecord =
  | { readonly kind: 'tag_created'; readonly tag: Tag }
  | { readonly kind: 'tag_updated'; readonly tag: Tag; readonly previous: Partial<Omit<Tag, 'id'>> }
  | { readonly kind: 'tag_deleted'; readonly tag: Tag; readonly mergedInto: Tag | null };

/** A committed change, as it was stored together with the items. */
export type RecordedChange = { readonly actor: Actor; readonly at: Instant } & (
  | { readonly kind: 'created'; readonly item: Feedback }
  | { readonly kind: 'updated'; readonly item: Feedback; readonly previous: Feedback }
  /** The item has its last version. */
  | { readonly kind: 'deleted'; readonly item: Pick<Feedback, 'id' | 'external_id' | 'version'> }
  | { readonly kind: 'imported'; readonly created: number; readonly existing: number }
  /** The item whose totals contain the request: the target of a merged one. */
  | {
      readonly kind: 'request_created' | 'request_deleted';
      readonly request: RecordedRequest;
      readonly item: Counted;
    }
  | { readonly kind: 'requests_reached'; readonly reached: number; readonly item: Counted }
  | TagRecord
  | {
      readonly kind: 'note_created' | 'note_deleted';
      readonly note: Omit<Note, 'text' | 'authorName' | 'accountId'>;
    }
);

/** What an event about items says, without the ID that it gets when it is published (events.md 1). */
export interface ItemEvent {
  readonly type:
    | `feedback.${'created' | 'updated' | 'status_changed' | 'deleted' | 'imported' | 'requests_reached'}`
    | `request.${'created' | 'deleted'}`
    | `tag.${'created' | 'updated' | 'deleted'}`
    | `note.${'created' | 'deleted'}`;
  readonly timestamp: Instant;
  readonly actor: Actor;
  readonly data: object;
}

/**
 * Returns the events of a change, in their order. A deletion has a version of its own, so that an earlier event that
 * arrives after it has a lower one.
 */
export function eventsOf(change: RecordedChange): readonly ItemEvent[] {
  const { actor, at: timestamp } = change;
  const event = (type: ItemEvent['type'], data: object): ItemEvent => ({ type, timestamp, actor, data });
  switch (change.kind) {
    case 'created':
      return [event('feedback.created', dataOf(change.item))];
    case 'updated': {
      const previous = previousValues(change.item, change.previous);
      const updated = event('feedback.updated', { ...dataOf(change.item), previous });
      if (previous.status === undefined) return [updated];
      const { status } = previous;
      return [updated, event('feedback.status_changed', { ...dataOf(change.item), previous: { status } })];
    }
    case 'deleted': {
      const { id, external_id, version } = change.item;
      return [event('feedback.deleted', { feedback: { id, external_id }, version: version + 1 })];
    }
    case 'imported': {
      const { created, existing } = change;
      return [event('feedback.imported', { import: { created, existing } })];
    }
    case 'request_created':
    case 'request_deleted': {
      const { id, feedback_id, source, count } = change.request;
      const type = change.kind === 'request_created' ? 'request.created' : 'request.deleted';
      return [event(type, { request: { id, feedback_id, source, count }, feedback: countsOf(change.item) })];
    }
    case 'tag_created':
      return [event('tag.created', { tag: change.tag })];
    case 'tag_updated':
      return [event('tag.updated', { tag: change.tag, previous: change.previous })];
    case 'tag_deleted':
      return [event('tag.deleted', { tag: change.tag, merged_into: change.mergedInto })];
    case 'note_created':
    case 'note_deleted': {
      const { id, itemId, author, createdAt } = change.note;
      const type = change.kind === 'note_created' ? 'note.created' : 'note.deleted';
      return [event(type, { note: { id, feedback_id: itemId, author, created_at: createdAt } })];
    }
    case 'requests_reached':
      return [
        event('feedback.requests_reached', { feedback: countsOf(change.item), reached: change.reached }),
      ];
  }
}

const countsOf = ({ id, request_count, request_value }: Counted) => ({ id, request_count, request_value });

const dataOf = (item: Feedback) => ({ feedback: feedbackJson(item), version: item.version });

/** The old values of the fields that the change modified. */
function previousValues(item: Feedback, previous: Feedback): Partial<FeedbackJson> {
  const values = feedbackJson(previous);
  return Object.fromEntries(differences(previous, item).map((name) => [name, values[name]]));
}
