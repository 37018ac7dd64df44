import { DomainError, type Clock } from '@libs/kernel';
import type { FeedbackSelection } from '../lists/selection';

export const EXPORT_FORMATS = ['json', 'ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Which items, and what the file is to look like (export.md 1). */
export interface ExportRequest {
  readonly selection: FeedbackSelection;
  readonly format: ExportFormat;
  /** Begins a CSV file, for programs that take UTF-8 for something else without it. */
  readonly byteOrderMark?: boolean;
}

/** Writes the items of an account as one file. */
export interface FeedbackExporter {
  /**
   * The file in UTF-8, all items as they are at this moment, in pieces that are made when they are asked for; each is
   * the reader's until it asks for the next. Resolves when there is something to read. Until the last one was read, the
   * iteration was left or `signal` came, be it before the first, the account has no other export; on `signal` everything
   * is let go at once.
   * @throws DomainError `rate_limit` while the account has another one, `unavailable` while too many accounts do
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

/** Why an export broke off: its reader was slow, and other exports waited for its place. */
export const exportTooSlow = () =>
  new DomainError('unavailable', 'export_too_slow', 'The export was read too slowly while others waited', {
    retryAfter: RETRY_AFTER,
  });

/** All items of an account, or some of them, to take away. */
export class ExportUseCases {
  constructor(
    private readonly exporter: FeedbackExporter,
    private readonly clock: Clock,
  ) {}

  /** What a file made now is called: `feedback-20260303T100000Z.csv`. */
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
