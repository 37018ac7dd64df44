import type { Actor } from '@libs/kernel';

/** Old and new values of changed fields, by name. */
export type FieldDifferences = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** A committed change of an item, or an import (events.md 1). */
export interface Change {
  readonly at: string;
  /** The name of the key or of the member if it is known; otherwise, the type of the actor. */
  readonly by: string;
  /** `created`, `updated`, `deleted`, or `imported`. */
  readonly type: string;
  /** Absent for an import. The title is absent after the deletion of the item. */
  readonly item?: { readonly id: string; readonly title?: string };
  readonly changes?: FieldDifferences;
  /** Number of items that an import created. */
  readonly created?: number;
}

/** An event of the feed, of the types in `CHANGE_EVENTS`. */
export interface ChangeEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly actor: Actor;
  readonly data: object;
}

/** Types of events that are changes. A change of the status is also an update. */
export const CHANGE_EVENTS = [
  'feedback.created',
  'feedback.updated',
  'feedback.deleted',
  'feedback.imported',
] as const;

interface ItemData {
  readonly feedback?: { readonly id: string; readonly title?: string; readonly [name: string]: unknown };
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly import?: { readonly created: number };
}

/** Returns the name of an actor, or null. */
export type NameOf = (actor: Actor) => string | null;

/** The name of an actor; its type and the end of its ID if the name is unknown. */
export const byOf = (actor: Actor, nameOf: NameOf): string =>
  nameOf(actor) ?? (actor.id ? `${actor.type} ${actor.id.slice(-6)}` : actor.type);

export function changeOf({ type, timestamp, actor, data }: ChangeEvent, nameOf: NameOf): Change {
  const { feedback, previous, import: imported } = data as ItemData;
  return {
    at: timestamp,
    by: byOf(actor, nameOf),
    type: type.slice(type.indexOf('.') + 1),
    ...(feedback && {
      item: { id: feedback.id, ...(feedback.title !== undefined && { title: feedback.title }) },
    }),
    ...(previous &&
      feedback && {
        changes: Object.fromEntries(
          Object.entries(previous).map(([name, from]) => [name, { from, to: feedback[name] }]),
        ),
      }),
    ...(imported && { created: imported.created }),
  };
}

/** Maximum length of a value in a list of changes, in UTF-16 units. */
const VALUE_SHOWN = 60;

/** Cuts a long text. */
export const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > VALUE_SHOWN
    ? `${value.slice(0, VALUE_SHOWN).toWellFormed()}…`
    : value;

/** Returns `changes` with `[from, to]` of each field, if there are any. */
export function differencesOf(changes: FieldDifferences | undefined, shown: (value: unknown) => unknown) {
  const entries = Object.entries(changes ?? {});
  if (entries.length === 0) return {};
  return {
    changes: Object.fromEntries(entries.map(([name, { from, to }]) => [name, [shown(from), shown(to)]])),
  };
}

/** Returns a change with few tokens. Times have no milliseconds. */
export function compactChange({ at, by, type, item, changes, created }: Change): Record<string, unknown> {
  return {
    at: at.replace(/\.\d{3}Z$/, 'Z'),
    by,
    type,
    ...(item && { id: item.id, ...(item.title !== undefined && { title: cut(item.title) }) }),
    ...differencesOf(changes, cut),
    ...(created !== undefined && { created }),
  };
}
