import {
  arrayRule,
  booleanRule,
  DomainError,
  invalidValue,
  isText,
  longerThan,
  nullable,
  objectRule,
  oneOf,
  optional,
  required,
  tooLongField,
  type Instant,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { instantRule } from '../import/import.rules';
import { idRule, titleRule } from '../items/feedback.rules';
import type { StatusMessage } from '../status-messages/status-message';

/** Maximum length of the text, in code points (changelog.md 1). */
export const ENTRY_TEXT_MAX = 20_000;
/** Maximum number of items of an entry. */
export const ENTRY_ITEMS_MAX = 100;
/** Maximum number of entries of an account. */
export const ENTRIES_MAX = 10_000;

/** The message that tells followers and subscribers about an entry (changelog.md 10). */
export interface EntryNotification extends Pick<
  StatusMessage,
  'due_at' | 'sent_at' | 'recipients' | 'delivered' | 'waiting' | 'refused'
> {
  readonly state: Exclude<StatusMessage['state'], 'unchanged'>;
}

export const ENTRY_STATUSES = ['draft', 'published'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** What has changed, told to customers (changelog.md 1). */
export interface ChangelogEntry {
  readonly accountId: string;
  /** UUIDv7 in lowercase of `created_at`. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** IDs of the items that it is about, in the order of the input. */
  readonly items: readonly string[];
  readonly status: EntryStatus;
  /** When it was first published, here or in another system. A draft can have it, too. */
  readonly published_at: Instant | null;
  /** The newest message about it; null without one. */
  readonly notification: EntryNotification | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Text, stored as sent. */
const textRule: Rule<string> = {
  schema: { type: 'string', maxLength: ENTRY_TEXT_MAX },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (longerThan(value, ENTRY_TEXT_MAX)) issues.push(tooLongField(param, ENTRY_TEXT_MAX));
    return value;
  },
};

const ids = arrayRule(idRule, ENTRY_ITEMS_MAX);

/** IDs of items, each at most once. Whether they exist is checked when they are stored. */
const itemsRule: Rule<readonly string[]> = {
  ...ids,
  read(value, param, issues) {
    const items = ids.read(value, param, issues);
    const seen = new Set<string>();
    items.forEach((id, i) => {
      if (seen.size === seen.add(id).size)
        issues.push(invalidValue(`${param}[${i}]`, 'must not be an earlier ID'));
    });
    return items;
  },
};

const FIELDS = { title: required(titleRule), text: optional(textRule), items: optional(itemsRule) };
const newFields = (now: Date) => ({ ...FIELDS, published_at: optional(nullable(instantRule(now))) });
/** The input of a new entry, which is a draft. */
export type NewEntry = ValuesOf<ReturnType<typeof newFields>>;
/** The body of a request that creates an entry, which can have been published before, in another system. */
export const newEntryRule = (now: Date) =>
  objectRule(newFields(now), {
    readOnly: { names: ['id', 'status', 'notification', 'created_at', 'updated_at', 'url'], verb: 'set' },
  });

export const entryStatusRule = oneOf(ENTRY_STATUSES);

const CHANGE = {
  title: optional(titleRule),
  text: FIELDS.text,
  items: FIELDS.items,
  status: optional(entryStatusRule),
  /** Also gives its items the status `shipped`. Not stored in the entry. */
  set_shipped: optional(booleanRule),
  /** Tells followers and subscribers; `false` cancels the message that is held. Not stored in the entry. */
  notify: optional(booleanRule),
};
/** The input of an update. Absent fields stay unchanged. */
export type EntryChange = ValuesOf<typeof CHANGE>;

export const PUBLISHED_DEMAND = 'must be false unless status is published';
const change = objectRule(CHANGE, {
  readOnly: {
    names: ['id', 'published_at', 'notification', 'created_at', 'updated_at', 'url'],
    verb: 'updated',
  },
});
export const entryChangeRule: typeof change = {
  ...change,
  read(value, param, issues) {
    const input = change.read(value, param, issues);
    for (const name of ['set_shipped', 'notify'] as const)
      if (input[name] === true && input.status !== 'published')
        issues.push(invalidValue(name, PUBLISHED_DEMAND));
    return input;
  },
};

/** The input of a preview. An entry without a title cannot be stored. */
export type EntryPreview = ValuesOf<ReturnType<typeof previewFields>>;
const previewFields = (now: Date) => ({ ...newFields(now), title: optional(titleRule) });
export const entryPreviewRule = (now: Date) => objectRule(previewFields(now));

export const newEntry = (
  accountId: string,
  { title, text = '', items = [], published_at = null }: NewEntry,
  { id, now }: { readonly id: string; readonly now: Date },
): ChangelogEntry => ({
  accountId,
  id,
  title,
  text,
  items,
  status: 'draft',
  published_at,
  notification: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Returns the entry with the values of a change; the same object if none changes. */
export function changedEntry(current: ChangelogEntry, change: EntryChange, at: Instant): ChangelogEntry {
  const {
    title = current.title,
    text = current.text,
    items = current.items,
    status = current.status,
  } = change;
  const isSame =
    title === current.title &&
    text === current.text &&
    status === current.status &&
    hasSameItems(current, { items });
  if (isSame) return current;
  const published_at = current.published_at ?? (status === 'published' ? at : null);
  return { ...current, title, text, items, status, published_at, updated_at: at };
}

export const hasSameItems = (
  { items }: Pick<ChangelogEntry, 'items'>,
  { items: others }: Pick<ChangelogEntry, 'items'>,
): boolean => items.length === others.length && items.every((id, i) => id === others[i]);

/**
 * The fields that leave the service, in their order.
 * @param formUrl URL of the account's form, below which the page of the entry is
 */
export const entryJson = (entry: ChangelogEntry, formUrl: string) => ({
  id: entry.id,
  title: entry.title,
  text: entry.text,
  items: entry.items,
  status: entry.status,
  published_at: entry.published_at,
  notification: entry.notification,
  created_at: entry.created_at,
  updated_at: entry.updated_at,
  url: `${formUrl}/changelog/${entry.id}`,
});
export type EntryJson = ReturnType<typeof entryJson>;

export const entryNotFound = (): DomainError =>
  new DomainError('not_found', 'changelog_entry_not_found', 'Changelog entry not found');

export const tooManyEntries = (): DomainError =>
  new DomainError(
    'conflict',
    'changelog_limit_reached',
    `An account can have at most ${ENTRIES_MAX} changelog entries`,
  );
