export type { EntryChange, EntryJson as ChangelogEntry, NewEntry } from '@libs/feedback';
