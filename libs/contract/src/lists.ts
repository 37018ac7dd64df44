import type { Sort, Status } from '@libs/feedback';

/** Parameters of `GET feedback`; answers `ListPage<Item>`. */
export interface ItemQuery {
  readonly status?: Status;
  readonly source?: string;
  /** 1 to 200 code points; every word must occur in title, description or the submitter's address. */
  readonly q?: string;
  readonly sort?: Sort;
  readonly submitter_email?: string;
  /** RFC 3339 with offset; `after` is inclusive, `before` is not. */
  readonly created_after?: string;
  readonly created_before?: string;
  readonly updated_after?: string;
  /** Only what this import created. */
  readonly import?: string;
  /** 1 to 100, default 20. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** `GET feedback/counts` with the filters of a list but its status: items per status, and how many are in quarantine. */
export type ItemCounts = Readonly<Record<Status, number>> & { readonly quarantined: number };

// `GET feedback/export?format=json|ndjson|csv&bom=true` and the filters and sort of `ItemQuery`: a download, byte for
// byte what the public export answers (export.md 2). 429 `export_in_progress` with `Retry-After`.
