import type { components, operations } from './openapi';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** An item of feedback, as the API answers it. */
export type Feedback = Schemas['Feedback'];
export type FeedbackStatus = Schemas['FeedbackStatus'];
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

export type Created = Versioned & Replayed;

export interface CallOptions {
  /** Ends the call, its waits between attempts too: it throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface IdempotencyOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. A new random one for each call when not given, the same for its repetitions. */
  readonly idempotencyKey?: string;
}

export interface CreateOptions extends IdempotencyOptions {
  /** `mcp` where an agent's tools create it: what the item then says of where it came from. Only for `full` keys. */
  readonly source?: QueryOf<'createFeedback'>['source'];
}

export interface ChangeOptions extends CallOptions {
  /** `etag` of the version that was read: refused with 412 `etag_mismatch` when the item has changed since. */
  readonly ifMatch?: string;
}

export interface BatchOptions extends IdempotencyOptions {
  readonly dryRun?: boolean;
}

export type BatchUpdate = Schemas['FeedbackBatch']['updates'][number];

export type BatchAnswer = Schemas['FeedbackBatchAnswer'];
interface Replayed {
  /** It was done already: an earlier call had the same idempotency key. */
  readonly replayed: boolean;
}
/** With `dryRun`, what the batch would do. */
export type BatchResult = BatchAnswer & Replayed;

/** Ends what is under way when it is left early. */
export type Items = AsyncGenerator<Feedback, void, void>;

export type ExportFileQuery = QueryOf<'exportFeedback'>;
export type ExportQuery = Omit<ExportFileQuery, 'format' | 'bom'>;

/** A row of an import. An exported item is one, too: where it came from is an open set. */
type Row = Omit<Schemas['ImportRow'], 'source'> & { readonly source?: Feedback['source'] | null };
export type ImportRows = Iterable<Row> | AsyncIterable<Row>;

export type ImportFormat = 'ndjson' | 'csv';

/** A file's content, whole or as it comes (a stream of the web, a stream of Node, what a generator makes). */
export type ImportFile =
  string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

export interface ImportOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters: the same file with the same key is imported once, so that it can be sent again
   * after any failure. None when not given.
   */
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
}
export interface ImportFileOptions extends ImportOptions {
  readonly format: ImportFormat;
}
export type ImportAnswer = Schemas['ImportAnswer'];

/** The key that asks, and the account it opens. */
export type Key = Schemas['Key'];
export type KeyAnswer = Schemas['KeyAnswer'];
