import type { ImportField, ItemLink, RequestJson, Status } from '@libs/feedback';
import type { ErrorBody } from '../response';

/** Maximum size of an import in bytes: 128 MiB. */
export const IMPORT_BYTES_MAX = 134_217_728;

/**
 * A row of `POST feedback/import?dry_run=&skip_invalid=`: a line of `application/x-ndjson`, or a row of `text/csv` with
 * these names in the header. At most 100,000 rows and 128 MiB.
 */
export interface ImportRow extends Partial<
  Record<
    Exclude<ImportField, 'title' | 'status' | 'tags' | 'links' | 'votes' | 'voters' | 'value' | 'assignee'>,
    string | null
  >
> {
  readonly title: string;
  readonly status?: Status;
  /** An array, or text with commas or semicolons between the names. */
  readonly tags?: readonly string[] | string | null;
  /** An array, or text with URLs that spaces or line breaks separate. */
  readonly links?: readonly (Pick<ItemLink, 'url'> & Partial<ItemLink>)[] | string | null;
  /** How many people ask for the item, the submitter included; a number, or its text. */
  readonly votes?: number | string | null;
  /** Email addresses: an array, or text with commas or semicolons between them. */
  readonly voters?: readonly string[] | string | null;
  /** The name of a member, or an object with it. */
  readonly assignee?: string | { readonly name: string } | null;
  /** What the company of the submitter is worth; a number, or its text. */
  readonly value?: number | string | null;
  /** In NDJSON: requests as an export has them (import.md 11). */
  readonly requests?: readonly (Partial<RequestJson> & object)[] | null;
}

/**
 * The result of an import. With `dry_run`, the result that it would have without the invalid rows. Unless invalid rows
 * prevented the import, `rows` is the sum of `created`, `existing`, and `failed`. If they did, `created`, `existing`,
 * and `repeated` are 0.
 */
export interface ImportReport {
  /** ID for `MemberParameters.import` and `imports/:id`; null if no item was created. */
  readonly import_id: string | null;
  readonly dry_run: boolean;
  readonly rows: number;
  readonly created: number;
  /** Skipped rows: the account or an earlier row of the file already has their `external_id` or `id`. */
  readonly existing: number;
  /** The part of `existing` that repeats the `external_id` or `id` of an earlier row of the file. */
  readonly repeated: number;
  /** Invalid rows. */
  readonly failed: number;
  /** The first 1,000 errors, by line. */
  readonly errors: readonly ImportError[];
  /** The first 1,000 of `repeated`, by line. */
  readonly repeats: readonly ImportRepeat[];
  /** The first 1,000 messages about what was not taken over, by line. */
  readonly warnings: readonly ImportWarning[];
}

/** Something that was not taken over from a row, whose item was created all the same. */
export interface ImportWarning {
  /** Null if it is about several rows. */
  readonly line: number | null;
  readonly param: string | null;
  readonly code: string;
  readonly message: string;
}

/** A row with the `external_id` or `id` of an earlier row of the file. */
export interface ImportRepeat {
  readonly line: number;
  readonly first_line: number;
}

export interface ImportError {
  /** Line of the file, starting at 1. For a CSV row of several lines, the first one. */
  readonly line: number;
  /** The invalid field; null if the error concerns the whole line. */
  readonly param: string | null;
  readonly code: string;
  readonly message: string;
}

/**
 * A line of the dashboard's import response (NDJSON): progress, and on the last line the report or an error. Without
 * `skip_invalid`, a single invalid row prevents the import: then `created` is 0 and `failed` is not.
 */
export type ImportEvent =
  | { readonly progress: { readonly rows: number } }
  | { readonly data: ImportReport }
  | { readonly error: ErrorBody['error'] };

/** An entry of `GET imports`: imports of the last 24 hours that created items, newest first, at most 100. */
export interface ImportEntry {
  readonly id: string;
  readonly created_at: string;
  /** Number of items that the import created. */
  readonly created: number;
  /** Number of requests that it added to items that existed. */
  readonly requests: number;
}

/** `GET imports/:id`: the items of the import that still exist; 410 `import_undo_expired` after 24 hours. */
export interface ImportCounts {
  readonly items: number;
  /** The part of `items` that was changed after the import. */
  readonly changed: number;
  /** The requests that it added to items that existed. */
  readonly requests: number;
}

/** `DELETE imports/:id?with_changed=`: can be repeated. Without `with_changed`, changed items are kept. 409
 * `import_undo_in_progress` while another undo of the account runs. */
export interface UndoneImport {
  readonly deleted: number;
  readonly requests: number;
}
