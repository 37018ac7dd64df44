import type { Actor, Instant } from '@libs/kernel';
import type { RecordedChange } from '../events/item-event';
import type { Feedback } from '../items/feedback';
import type { Source } from '../items/feedback.rules';
import { differences } from '../items/revision';

export const HISTORY_TYPES = ['created', 'updated'] as const;

/** The old and new values of the fields of an item that a change modified, by name. */
export type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** A committed change of an item (history.md 1). */
export interface HistoryEntry {
  readonly at: Instant;
  readonly actor: Actor;
  readonly type: (typeof HISTORY_TYPES)[number];
  readonly changes: FieldChanges;
}

/** An entry and its place among those of the item. Places increase in the order of the changes. */
export interface StoredEntry extends HistoryEntry {
  readonly position: number;
}

/** Returns the entry of a change; null for a change that has none. */
export function historyEntryOf(change: RecordedChange): HistoryEntry | null {
  const { at, actor, kind } = change;
  switch (kind) {
    case 'created':
      return { at, actor, type: kind, changes: {} };
    case 'updated':
      return { at, actor, type: kind, changes: fieldChanges(change.previous, change.item) };
    default:
      return null;
  }
}

const fieldChanges = (previous: Feedback, item: Feedback): FieldChanges =>
  Object.fromEntries(
    differences(previous, item).map((name) => [name, { from: previous[name], to: item[name] }]),
  );

const CREATORS: Readonly<Record<Source, Actor['type']>> = {
  api: 'api_key',
  mcp: 'api_key',
  form: 'visitor',
  widget: 'visitor',
  dashboard: 'owner',
  import: 'import',
};

/** The first entry of an item that has no stored one: it was imported, or is older than the history. */
export const creationOf = ({
  created_at: at,
  source,
}: Pick<Feedback, 'created_at' | 'source'>): HistoryEntry => ({
  at,
  // An older instance can read a source that a later version added.
  actor: { type: CREATORS[source] ?? 'system' },
  type: 'created',
  changes: {},
});
