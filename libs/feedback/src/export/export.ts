import { DomainError, type Clock } from '@libs/kernel';
import { ITEM_FIELD_NAMES, USUAL_VALUES } from '../items/feedback';
import type { FeedbackSelection } from '../lists/selection';

export const EXPORT_FORMATS = ['json', 'ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The columns by which an import recognizes an export, including one of an earlier release. */
export const EXPORT_COLUMNS = ITEM_FIELD_NAMES.filter((name) => !(name in USUAL_VALUES));

/** Fields that a CSV file does not have: an import publishes nothing (public.md 1), and adds no votes; a context is JSON. */
const NOT_IN_CSV: readonly string[] = ['public', 'unconfirmed_votes', 'context'];

/** The columns of a CSV file. */
export const CSV_COLUMNS = ITEM_FIELD_NAMES.filter((name) => !NOT_IN_CSV.includes(name));

/** The items and the file format of an export (export.md 1). */
export interface ExportRequest {
  readonly selection: FeedbackSelection;
  readonly format: ExportFormat;
  /** Whether a CSV file starts with one, for programs that don't detect UTF-8 without it. */
  readonly byteOrderMark?: boolean;
}

/** Parameters of a selection that filter nothing. */
const NO_FILTERS: readonly string[] = ['sort', 'searchesSenders'];

/** An export without a filter is complete: it has merged items, too. With one, it has the items of a list (export.md 1). */
export function exportSelection(selection: FeedbackSelection): FeedbackSelection {
  const isFiltered = Object.entries(selection).some(
    ([name, value]) => value !== undefined && !NO_FILTERS.includes(name),
  );
  return isFiltered ? selection : { ...selection, merged: 'include' };
}

/** Exports the items of an account as one file. */
export interface FeedbackExporter {
  /**
   * Returns the file in UTF-8, from one snapshot, in chunks that are produced on demand. A chunk is valid until the
   * next one is requested. Resolves when the first chunk is ready.
   *
   * An account has at most one running export. An export runs until its last chunk was read, its iteration was left, or
   * `signal` was aborted, even before the first chunk. An abort releases all resources immediately.
   * @throws DomainError `rate_limit` if the account has a running export, `unavailable` if too many accounts have one
   */
  open(accountId: string, request: ExportRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

const RETRY_AFTER = 5;

export const exportInProgress = () =>
  new DomainError('rate_limit', 'export_in_progress', 'An export is already running for this account', {
    retryAfter: RETRY_AFTER,
  });

export const tooManyExports = () =>
  new DomainError('unavailable', 'too_many_exports', 'Too many exports are running: try again', {
    retryAfter: RETRY_AFTER,
  });

/** Ends an export in progress because another export has waited for its place. */
export const exportReplaced = () =>
  new DomainError('unavailable', 'export_replaced', 'The download ended because other exports waited', {
    retryAfter: RETRY_AFTER,
  });

/** Use cases of exports. */
export class ExportUseCases {
  constructor(
    private readonly exporter: FeedbackExporter,
    private readonly clock: Clock,
  ) {}

  /** Returns the name of a file that is created now: `feedback-20260303T100000Z.csv`. */
  fileName(format: ExportFormat): string {
    const second = this.clock().toISOString().slice(0, 19).replace(/[-:]/g, '');
    return `feedback-${second}Z.${format}`;
  }

  /** @throws DomainError `rate_limit`, `unavailable` */
  async open(
    accountId: string,
    request: ExportRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>> {
    return this.exporter.open(accountId, request, signal);
  }
}
