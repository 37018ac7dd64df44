import type { components, operations } from './openapi';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export type StatsQuery = QueryOf<'getFeedbackStats'>;
export type FeedbackStats = Schemas['FeedbackStats'];
export type FeedbackCounts = Schemas['FeedbackCountsResponse']['data'];
export type StatsBucket = Schemas['StatsBucket'];

/** A feedback item, as the API returns it. */
export type Feedback = Schemas['Feedback'];
export type FeedbackStatus = Schemas['FeedbackStatus'];
export type NewFeedback = Schemas['NewFeedback'];
/**
 * Missing fields stay unchanged. `null` removes the description or the external ID, and unmerges the item. Use either
 * `tags`, or `add_tags` and `remove_tags`.
 */
export type FeedbackChange = Schemas['FeedbackChange'];
export type FeedbackPage = Schemas['FeedbackPage'];
/** What is left of a deleted item. */
export type DeletedFeedback = NonNullable<FeedbackPage['deleted']>[number];
/** An item and its `score`, from 0 to 1. */
export type SimilarFeedback = Feedback & { readonly score: number };
export interface SimilarFeedbackResponse {
  readonly data: readonly SimilarFeedback[];
}

/** Who made it. */
export type Actor = Schemas['Actor'];
/** A message about the status of an item to the people who follow it. */
export type StatusMessage = Schemas['StatusMessage'];
export interface StatusMessageList {
  readonly data: readonly StatusMessage[];
}

/** One status, or several, separated by commas. */
export type StatusFilter = FeedbackStatus | `${FeedbackStatus},${string}`;
export type ListQuery = Omit<QueryOf<'listFeedback'>, 'status'> & { readonly status?: StatusFilter };
/** Like `ListQuery`, for all pages from the first one or a `cursor`; `limit` is the page size. */
export type ListAllQuery = Omit<ListQuery, 'offset' | 'include_total' | 'include_deleted'>;

/** An item with its ETag, for `ifMatch`. */
export interface Versioned {
  readonly data: Feedback;
  /** The header value, including its quotes. */
  readonly etag: string | null;
}

export type Created = Versioned & Replayed;

/** The fields of an item; missing ones stay unchanged. `submitter_email` is stored only when the item is created. */
export type FeedbackUpsert = Schemas['FeedbackUpsert'];
export interface Upserted extends Versioned {
  /** True if the item was created. A retry after a lost response can find the item that the first attempt created. */
  readonly created: boolean;
}

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

/** With `if_match`, only if the item has not changed since. */
export type BatchUpdate = Schemas['FeedbackUpdates']['updates'][number];
/** Creates, updates, upserts, or deletes an item. */
export type BatchOperation = Schemas['FeedbackOperation'];
export interface BatchOperations {
  /** Applied in this order. */
  readonly operations: readonly BatchOperation[];
}

export type BatchResponse = Schemas['FeedbackUpdatesResponse'];
/** `results` says what each line has done. A deleted item has only its `id` and `deleted`. */
export type BatchOperationsResponse = Schemas['FeedbackOperationsResponse'];
interface Replayed {
  /** True if the response is that of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
/** With `dryRun`, the changes that the batch would make. */
export type BatchResult = BatchResponse & Replayed;
export type BatchOperationsResult = BatchOperationsResponse & Replayed;

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
  | string
  | Blob
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

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

/** A tag of the account. Items have its name. */
export type Tag = Schemas['Tag'];
export interface TagList {
  readonly data: readonly Tag[];
}
export interface TagResponse {
  readonly data: Tag;
}
/** Missing fields stay unchanged. */
export type TagChange = Schemas['TagChange'];
/** Parameters of a page of notes, of requests, or of a history. */
export type PageQuery = QueryOf<'listNotes'>;

/** An internal note about an item. */
export type Note = Schemas['Note'];
/** A comment of another product can have its time and the name of its author. */
export type NewNote = Schemas['NewNote'];
export type NoteResponse = Schemas['NoteResponse'];
export type NotesResponse = Schemas['NotesResponse'];
export type NotePage = Schemas['NotePage'];

/** One person, or several without a name, who ask for an item. The submission is the first one. */
export type FeedbackRequest = Schemas['FeedbackRequest'];
export type NewRequest = Schemas['NewRequest'];
/** Missing fields stay unchanged; null clears a field. */
export type RequestChange = Schemas['RequestChange'];
export type RequestResponse = Schemas['RequestResponse'];
export type RequestPage = Schemas['RequestPage'];
/** Leaving the loop early stops the request. */
export type Requests = AsyncGenerator<FeedbackRequest, void, void>;
export interface AddRequestOptions extends CallOptions {
  /** The source of the requests: `mcp` for those that tools of agents add. */
  readonly source?: QueryOf<'createRequests'>['source'];
}
export interface AddedRequest extends RequestResponse {
  /** False if a request of the same address was updated, which can be that of the first attempt after a lost response. */
  readonly created: boolean;
}
export interface AddedRequests {
  /** One for each line, in their order. */
  readonly data: readonly FeedbackRequest[];
}

/** An entry about what has changed, for customers. */
export type ChangelogEntry = Schemas['ChangelogEntry'];
export type NewChangelogEntry = Schemas['NewChangelogEntry'];
/** Missing fields stay unchanged. */
export type ChangelogEntryChange = Schemas['ChangelogEntryChange'];
export type ChangelogEntryResponse = Schemas['ChangelogEntryResponse'];
export type ChangelogPage = Schemas['ChangelogPage'];
export type ChangelogQuery = QueryOf<'listChangelogEntries'>;
/** Leaving the loop early stops the request. */
export type ChangelogEntries = AsyncGenerator<ChangelogEntry, void, void>;

/** The title and the text that the public sees of an item. */
export type PublicCard = Schemas['PublicCard'];

/** A change of an item. New types can be added. */
export type HistoryEntry = Schemas['HistoryEntry'];
export type HistoryPage = Schemas['HistoryPage'];

/** The API key that authenticates the request, with its account. */
export type Key = Schemas['Key'];
export type KeyResponse = Schemas['KeyResponse'];

/** A committed change. `type` determines `data`. New types can be added: ignore unknown ones. */
export type FeedbackEvent = Schemas['FeedbackEvent'];

export type EventType = FeedbackEvent['type'];

export interface EventPageOptions extends CallOptions {
  /** A cursor; `latest` for new events only. Without it, and with null, starts with the oldest stored event. */
  readonly after?: string | null;
  /** Only events at or after this time: a date, or a time with its offset. Not together with `after`. */
  readonly since?: string;
  /** All types by default. */
  readonly types?: readonly EventType[];
  /** Only events about the item with this ID, and about requests for it. */
  readonly feedbackId?: string;
  /** Only events of this actor: the ID of an API key or a member, or a type such as `import`. */
  readonly actor?: string;
  /** Leaves out the events of this actor, such as those of the program itself. */
  readonly excludeActor?: string;
  /** Events per page, 100 by default. Not used with `follow`. */
  readonly limit?: number;
}

export interface EventsOptions extends EventPageOptions {
  /** Waits for new events instead of ending. Opens a lost connection again. */
  readonly follow?: boolean;
}

/** `pagination.next_cursor` is always present: pass it as `after`, also if the page has no events. */
export type EventPage = Schemas['EventPage'];

export interface EventWithCursor {
  readonly event: FeedbackEvent;
  /**
   * Pass it as `after` to resume after this event, without missing any. With `follow`, exactly after it. Otherwise, only
   * the last event of a page has its own cursor; the others have the cursor before the page, which repeats them. Null on
   * the first page if that starts with the oldest event.
   */
  readonly cursor: string | null;
}

/** Leaving the loop early stops the request. */
export type Events = AsyncGenerator<EventWithCursor, void, void>;

/** The event of a delivery. `type` determines `data`. New types can be added: ignore unknown ones. */
export type WebhookEvent = FeedbackEvent | Schemas['WebhookTestEvent'];

/** An endpoint that receives events. */
export type Webhook = Schemas['Webhook'];
export interface WebhookList {
  readonly data: readonly Webhook[];
}
export interface WebhookResponse {
  readonly data: Webhook;
}
export type NewWebhook = Schemas['NewWebhook'];
export interface IssuedWebhookResponse {
  /** Without a secret if it signs with `ed25519`. */
  readonly data: Webhook & { readonly secret?: string };
}
/** Missing fields stay unchanged; `headers` replaces all headers. */
export type WebhookChange = Schemas['WebhookChange'];
export type RotatedSecretResponse = Schemas['RotatedSecretResponse'];

export interface RotationOptions extends CallOptions {
  /** How long the previous secret or key also signs: 0 to 604,800. One day by default. */
  readonly overlapSeconds?: number;
}

/** An event on its way to a webhook, with its attempts. */
export type WebhookDelivery = Schemas['WebhookDelivery'];
export interface WebhookDeliveryPage {
  readonly data: readonly WebhookDelivery[];
  readonly pagination: Schemas['WebhookDeliveryPage']['pagination'];
}
export type DeliveriesQuery = QueryOf<'listWebhookDeliveries'>;
export type QueuedDeliveryResponse = Schemas['QueuedDeliveryResponse'];

export interface ReplayOptions extends CallOptions {
  /** Includes events at this time. */
  readonly since: string;
  /** Excludes events at this time. The present by default. */
  readonly until?: string;
  /** Only counts the events. */
  readonly dryRun?: boolean;
}
export type WebhookReplayResponse = Schemas['WebhookReplayResponse'];
