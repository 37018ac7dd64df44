import type { EntryChange, EntryJson } from '@libs/feedback';
import type { Valid, ValuesOf } from '@libs/kernel';
import type { ARGUMENTS, NEW_ENTRY } from './rules';

/** `status`, `limit`, and `cursor` (changelog.md 2). */
export type EntriesArguments = Omit<ValuesOf<(typeof ARGUMENTS)['entries']['fields']>, 'id'>;
export type NewEntryArguments = Valid<ValuesOf<(typeof NEW_ENTRY)['fields']>>;

export interface EntryListing {
  /** Newest first. */
  readonly entries: readonly EntryJson[];
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

/**
 * Reads and writes the changelog of one account. Every method throws `ToolFailure` for errors that the caller can act on:
 * `not_found_error` if the account has no such entry, or an entry names an item that it does not have.
 */
export interface ChangelogTools {
  /** @throws ToolFailure `validation_error` for a cursor of another list */
  list(query: EntriesArguments): Promise<EntryListing>;
  get(id: string): Promise<EntryJson>;
  /** Creates a draft. */
  create(entry: NewEntryArguments): Promise<EntryJson>;
  /** Overwrites the given fields, and publishes the entry on demand. */
  change(id: string, change: Valid<EntryChange>): Promise<EntryJson>;
  /** Deletes the entry permanently. */
  delete(id: string): Promise<void>;
}
