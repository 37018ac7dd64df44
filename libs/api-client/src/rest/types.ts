import type { components, operations } from './openapi';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/** A feedback item, as the API returns it. */
export type Feedback = Schemas['Feedback'];
export type FeedbackStatus = Schemas['FeedbackStatus'];
export type NewFeedback = Schemas['NewFeedback'];
/** Missing fields stay unchanged; `description: null` removes the description. */
export type FeedbackChange = Schemas['FeedbackChange'];
export type FeedbackPage = Schemas['FeedbackPage'];

export type ListQuery = QueryOf<'listFeedback'>;
/** Like `ListQuery`, for all pages from the first one or a `cursor`; `limit` is the page size. */
export type ListAllQuery = Omit<ListQuery, 'offset' | 'include_total'>;

/** An item with its ETag, for `ifMatch`. */
export interface Versioned {
  readonly data: Feedback;
  /** The header value, including its quotes. */
  readonly etag: string | null;
}

export type Created = Versioned & Replayed;

export interface CallOptions {
  /** Aborts the call, including waits between attempts. The call throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface IdempotencyOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters. Defaults to a random key per call, which its retries reuse. */
  readonly idempotencyKey?: string;
}

export interface CreateOptions extends IdempotencyOptions {
  /** The source of the item: `mcp` for items created by tools of agents. Requires a `full` key. */
  readonly source?: QueryOf<'createFeedback'>['source'];
}

export interface ChangeOptions extends CallOptions {
  /** `etag` of the item when it was read. If the item has changed since, the call fails with 412 `etag_mismatch`. */
  readonly ifMatch?: string;
}

export interface BatchOptions extends IdempotencyOptions {
  readonly dryRun?: boolean;
}

export type BatchUpdate = Schemas['FeedbackBatch']['updates'][number];

export type BatchResponse = Schemas['FeedbackBatchResponse'];
interface Replayed {
  /** True if the response is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
/** With `dryRun`, the changes that the batch would make. */
export type BatchResult = BatchResponse & Replayed;

/** Leaving the loop early stops the request. */
export type Items = AsyncGenerator<Feedback, void, void>;

export type ExportFileQuery = QueryOf<'exportFeedback'>;
export type ExportQuery = Omit<ExportFileQuery, 'format' | 'bom'>;

/** A row of an import. Accepts exported items, whose `source` can have any value. */
type Row = Omit<Schemas['ImportRow'], 'source'> & { readonly source?: Feedback['source'] | null };
export type ImportRows = Iterable<Row> | AsyncIterable<Row>;

export type ImportFormat = 'ndjson' | 'csv';

/** The content of a file: complete, a web stream, a Node.js stream, or a generator. */
export type ImportFile =
  string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

export interface ImportOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same file with the same key is imported only once, so it can be retried
   * after any error. No key by default.
   */
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
}
export interface ImportFileOptions extends ImportOptions {
  readonly format: ImportFormat;
}
export type ImportResponse = Schemas['ImportResponse'];

/** The API key that authenticates the request, with its account. */
export type Key = Schemas['Key'];
export type KeyResponse = Schemas['KeyResponse'];
