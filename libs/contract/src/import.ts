import type { Status } from '@libs/feedback';
import type { ErrorBody } from './response';

/** Most bytes of one import: 128 MiB. */
export const IMPORT_BYTES_MAX = 134_217_728;

/**
 * One line of `POST feedback/import?dry_run=&skip_invalid=` (`application/x-ndjson`, or `text/csv` with these names in
 * its first line; at most 100,000 rows and 128 MiB).
 */
export interface ImportRow {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
  /** Where it was called so before: the same row imported again makes no twin. 1 to 255 characters. */
  readonly external_id?: string | null;
  /** Of an item this service exported: kept, and no twin is made of one that is there. */
  readonly id?: string | null;
  readonly source?: string | null;
  /** RFC 3339 with offset; now when not given. */
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/**
 * What an import did, or would do (`dry_run`, which leaves faulty rows out of what it counts). `rows` is the sum of
 * `created`, `existing` and `failed`, unless faults refused the import: then only `failed` is counted.
 */
export interface ImportReport {
  /** For `ItemQuery.import` and `imports/:id`; null when no item was created. */
  readonly import_id: string | null;
  readonly dry_run: boolean;
  readonly rows: number;
  readonly created: number;
  /** Rows whose `external_id` or `id` the account already has, or an earlier row of the same file had: left alone. */
  readonly existing: number;
  /** Those of `existing` whose `external_id` or `id` an earlier row of the same file had. */
  readonly repeated: number;
  /** Rows that broke a rule, and were left out. */
  readonly failed: number;
  /** The first 1,000 faults, in the order of lines. */
  readonly errors: readonly ImportFault[];
  /** The first 1,000 of `repeated`, in the order of lines. */
  readonly repeats: readonly ImportRepeat[];
}

/** A row that names the item an earlier one of its file names. */
export interface ImportRepeat {
  readonly line: number;
  readonly first_line: number;
}

export interface ImportFault {
  /** Line of the file, from 1; where a row of a CSV file has several lines, its first. */
  readonly line: number;
  /** The field at fault; null when it is the whole line. */
  readonly param: string | null;
  readonly code: string;
  readonly message: string;
}

/**
 * The dashboard's import answers a line (NDJSON) whenever there is news, and the outcome on the last one. Without
 * `skip_invalid` one faulty row is enough, and nothing is imported: then `created` is 0 and `failed` is not.
 */
export type ImportEvent =
  | { readonly progress: { readonly rows: number } }
  | { readonly data: ImportReport }
  | { readonly error: ErrorBody['error'] };

/** `GET imports`: those of the last 24 hours that created items, newest first, at most 100. */
export interface ImportEntry {
  readonly id: string;
  readonly created_at: string;
  /** How many items it created. */
  readonly created: number;
}

/** `GET imports/:id`: what is left of it; 410 `import_undo_expired` after 24 hours. */
export interface ImportCounts {
  readonly items: number;
  /** Those of `items` that were changed after the import. */
  readonly changed: number;
}

/** `DELETE imports/:id?with_changed=`: can be sent again. Without `with_changed` items that were changed are kept. */
export interface UndoneImport {
  readonly deleted: number;
}
