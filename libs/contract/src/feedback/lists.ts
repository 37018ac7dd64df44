import type { Status } from '@libs/feedback';

// `GET feedback` with `MemberParameters`, `limit`, and `cursor` returns a `ListPage<Item>`.

/**
 * `GET feedback/counts` with the filters of a list except `status`: items per status, and submissions in quarantine.
 */
export type ItemCounts = Readonly<Record<Status, number>> & {
  readonly quarantined: number;
  /** The statuses that have this number of items or more. None with `exact=true`. */
  readonly at_least: readonly Status[];
};

// `GET feedback/export?format=json|ndjson|csv&bom=true` with the filters and sort of `MemberParameters` is a download with the
// same bytes as the public export (export.md 2). 429 `export_in_progress` with `Retry-After`.
