import type { Sort, Status } from '@libs/feedback';

/** Parameters of `GET feedback`, which returns a `ListPage<Item>`. */
export interface ItemQuery {
  readonly status?: Status;
  readonly source?: string;
  /** 1 to 200 code points. Every word must occur in the title, the description, or the submitter's email address. */
  readonly q?: string;
  readonly sort?: Sort;
  readonly submitter_email?: string;
  /** RFC 3339 with offset. `after` is inclusive, `before` is exclusive. */
  readonly created_after?: string;
  readonly created_before?: string;
  readonly updated_after?: string;
  /** ID of an import. Selects only items that it created. */
  readonly import?: string;
  /** Names of tags, separated by commas. Selects items that have all of them. */
  readonly tag?: string;
  /** Selects items without tags. */
  readonly untagged?: 'true';
  /** ID of a member, `me`, or `none`. */
  readonly assignee?: string;
  /** Duplicates are left out, unless this includes them or selects only them. */
  readonly merged?: 'include' | 'only';
  /** Selects the duplicates of an item. */
  readonly merged_into?: string;
  /** 1 to 100, default 20. */
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * `GET feedback/counts` with the filters of a list except `status`: items per status, and submissions in quarantine.
 */
export type ItemCounts = Readonly<Record<Status, number>> & { readonly quarantined: number };

// `GET feedback/export?format=json|ndjson|csv&bom=true` with the filters and sort of `ItemQuery` is a download with the
// same bytes as the public export (export.md 2). 429 `export_in_progress` with `Retry-After`.
