import type { ImportReport } from '../dashboard';
import type { components, operations } from './openapi';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** An item of feedback, as the API answers it. */
export type Feedback = Schemas['Feedback'];
export type FeedbackStatus = Feedback['status'];
export type NewFeedback = Schemas['NewFeedback'];
/** What is absent stays as it is; `description: null` clears it. */
export type FeedbackChange = Schemas['FeedbackChange'];
export type FeedbackPage = Schemas['FeedbackPage'];

export type ListQuery = QueryOf<'listFeedback'>;
/** As `ListQuery`, from the first page or a `cursor` to the last; `limit` is how many one request brings. */
export type ListAllQuery = Omit<ListQuery, 'offset' | 'include_total'>;

/** An item with the version it was read at, for `ifMatch`. */
export interface Versioned {
  readonly data: Feedback;
  /** As the header has it, with its quotes. */
  readonly etag: string | null;
}

export interface Created extends Versioned {
  /** The item was there already: an earlier call had the same idempotency key. */
  readonly replayed: boolean;
}

export interface CallOptions {
  /** Ends the call, its waits between attempts too: it throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface OnceOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. A new random one for each call when not given, the same for its repetitions. */
  readonly idempotencyKey?: string;
}

export interface ChangeOptions extends CallOptions {
  /** `etag` of the version that was read: refused with 412 `etag_mismatch` when the item has changed since. */
  readonly ifMatch?: string;
}

export interface BatchOptions extends OnceOptions {
  readonly dryRun?: boolean;
}

export type BatchUpdate = { readonly id: string } & FeedbackChange;
export interface BatchResult {
  readonly data: readonly Feedback[];
  readonly replayed: boolean;
}
export interface BatchPreview {
  readonly data: readonly Feedback[];
  readonly dry_run: true;
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/** Ends what is under way when it is left early. */
export type Items = AsyncGenerator<Feedback, void, void>;

export type ExportQuery = Omit<ListAllQuery, 'limit' | 'cursor'>;
export type ExportFileQuery = ExportQuery & {
  readonly format?: 'json' | 'ndjson' | 'csv';
  readonly bom?: boolean;
};

export interface ImportOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
}
export interface ImportFileOptions extends ImportOptions {
  readonly format: 'ndjson' | 'csv';
}
export interface ImportAnswer {
  readonly data: ImportReport;
}
