import type { Events, EventsOptions } from './types';
import { eventPage, followEvents, listEvents } from './events';
import { checkedId } from './checked-id';
import { importBodyFromFile, importBodyFromRows, contentTypeOf } from './import-body';
import type { ImportBody } from './import-body';
import { toTransportOptions, type ClientOptions } from './options';
import { PLATFORM, type Platform } from './platform';
import type { RateLimitStatus } from './rate-limit-status';
import { parseBody } from './response-body';
import { readChunks, parseLines } from './streams';
import { Transport, type ApiResponse, type ApiCall } from './transport';
import { ChangelogClient } from '../changelog/changelog-client';
import { ExternalClient, toVersioned, upsertCall } from '../external/external-client';
import { NoteClient } from '../notes/note-client';
import { allPages } from '../pages/all-pages';
import { RequestClient } from '../requests/request-client';
import { TagClient } from '../tags/tag-client';
import { WebhookClient } from '../webhooks/webhook-client';
import type * as api from './types';

const FEEDBACK = '/feedback';

/**
 * Creates a client for the feedback of one account, for browsers and for Node.js 20.19, 22.13, 24, or newer.
 * @throws TypeError for invalid options
 */
export function createFeedbackClient(options: ClientOptions): FeedbackClient {
  return new FeedbackClient(options, PLATFORM);
}

/**
 * Client with a method for each operation of the API. Methods return the response body, `{"data": …}`, and values from
 * its headers. They throw `FeedbackApiError` for an error response, `FeedbackNetworkError` if no complete response
 * arrives, and the signal's reason if the signal is aborted.
 */
export class FeedbackClient {
  readonly #transport: Transport;
  readonly #platform: Platform;
  readonly external: ExternalClient;
  readonly tags: TagClient;
  readonly webhooks: WebhookClient;
  readonly notes: NoteClient;
  readonly requests: RequestClient;
  readonly changelog: ChangelogClient;

  /** @internal */
  constructor(options: ClientOptions, platform: Platform) {
    this.#transport = new Transport(toTransportOptions(options), platform);
    this.#platform = platform;
    this.external = new ExternalClient(this.#transport);
    this.tags = new TagClient(this.#transport);
    this.webhooks = new WebhookClient(this.#transport);
    this.notes = new NoteClient(this.#transport, platform);
    this.requests = new RequestClient(this.#transport);
    this.changelog = new ChangelogClient(this.#transport);
  }

  /** Rate limit status from the last response that had one; null before the first one and without rate limits. */
  get budget(): RateLimitStatus | null {
    return this.#transport.rateLimit;
  }

  /** Returns the current API key and its account. */
  key(options: api.CallOptions = {}): Promise<api.KeyResponse> {
    return this.#json({ operation: 'getKey', method: 'GET', path: '/key', ...options });
  }

  /** Returns a page of items. */
  list(query: api.ListQuery = {}, options: api.CallOptions = {}): Promise<api.FeedbackPage> {
    return this.#json({ operation: 'listFeedback', method: 'GET', path: FEEDBACK, query, ...options });
  }

  /** Returns statistics of items: a value for each bucket of a range, without gaps. */
  stats(query: api.StatsQuery, options: api.CallOptions = {}): Promise<{ readonly data: api.FeedbackStats }> {
    const path = `${FEEDBACK}/stats`;
    return this.#json({ operation: 'getFeedbackStats', method: 'GET', path, query, ...options });
  }

  /** Returns the numbers of all items by status, by source, and by tag. */
  counts(options: api.CallOptions = {}): Promise<{ readonly data: api.FeedbackCounts }> {
    return this.#json({ operation: 'countFeedback', method: 'GET', path: `${FEEDBACK}/counts`, ...options });
  }

  /**
   * Yields every matching item and requests pages as needed. Items that exist the whole time are returned exactly once,
   * except when sorted by `updated_at`.
   */
  listAll(query: api.ListAllQuery = {}, options: api.CallOptions = {}): api.Items {
    return allPages(query, (page) => this.list(page, options));
  }

  async get(id: string, options: api.CallOptions = {}): Promise<api.Versioned> {
    return toVersioned(
      await this.#send({ operation: 'getFeedback', method: 'GET', path: itemPath(id), ...options }),
    );
  }

  /** Returns up to 5 other items that are similar to an item, best first. */
  similarTo(id: string, options: api.CallOptions = {}): Promise<api.SimilarFeedbackResponse> {
    const path = `${itemPath(id)}/similar`;
    return this.#json({ operation: 'listSimilarFeedback', method: 'GET', path, ...options });
  }

  /** Returns up to 5 items that are similar to the title of an item that does not exist yet, best first. */
  similarToTitle(title: string, options: api.CallOptions = {}): Promise<api.SimilarFeedbackResponse> {
    const path = `${FEEDBACK}/similar`;
    return this.#json({
      operation: 'findSimilarFeedback',
      method: 'GET',
      path,
      query: { title },
      ...options,
    });
  }

  /** Creates an item. Retries do not create duplicates: see `idempotencyKey`. */
  async create(item: api.NewFeedback, { source, ...options }: api.CreateOptions = {}): Promise<api.Created> {
    const response = await this.#send({
      operation: 'createFeedback',
      method: 'POST',
      path: FEEDBACK,
      query: { source },
      ...this.#idempotentRequest(item, options),
    });
    return { ...toVersioned(response), replayed: wasReplayed(response) };
  }

  /** Updates an item. With `ifMatch`, a retry after a lost response can fail with 412 because of its own change. */
  async update(
    id: string,
    change: api.FeedbackChange,
    options: api.ChangeOptions = {},
  ): Promise<api.Versioned> {
    return this.#change(
      { operation: 'updateFeedback', method: 'PATCH', path: itemPath(id) },
      options,
      change,
    );
  }

  /** Publishes an item with a title and a text of its own, or replaces those. See `update` for `ifMatch`. */
  async publish(id: string, card: api.PublicCard, options: api.ChangeOptions = {}): Promise<api.Versioned> {
    const path = `${itemPath(id)}/public`;
    return this.#change({ operation: 'publishFeedback', method: 'PUT', path }, options, card);
  }

  /** Makes an item private again. See `update` for `ifMatch`. */
  async unpublish(id: string, options: api.ChangeOptions = {}): Promise<api.Versioned> {
    const path = `${itemPath(id)}/public`;
    return this.#change({ operation: 'unpublishFeedback', method: 'DELETE', path }, options);
  }

  /**
   * Updates the item with this external ID, or creates it. Repeating the call changes nothing. With `ifMatch`, the item
   * must exist, and a retry after a lost response can fail with 412 because of its own change.
   */
  async upsert(
    externalId: string,
    item: api.FeedbackUpsert,
    options: api.ChangeOptions = {},
  ): Promise<api.Upserted> {
    const response = await this.#send(upsertCall(externalId, item, options));
    return { ...toVersioned(response), created: response.status === 201 };
  }

  /** Deletes an item. If a retry after a lost response returns 404, the item counts as deleted. */
  async delete(id: string, { ifMatch, signal }: api.ChangeOptions = {}): Promise<void> {
    await this.#send({
      operation: 'deleteFeedback',
      method: 'DELETE',
      path: itemPath(id),
      headers: { 'if-match': ifMatch },
      isAlreadyDone: ({ code }) => code === 'feedback_not_found',
      signal,
    });
  }

  /** Returns a page of the changes of an item, newest first. */
  history(id: string, query: api.PageQuery = {}, options: api.CallOptions = {}): Promise<api.HistoryPage> {
    const path = `${itemPath(id)}/history`;
    return this.#json({ operation: 'listHistory', method: 'GET', path, query, ...options });
  }

  /** Returns the newest 100 messages about the status of an item. */
  statusMessages(id: string, options: api.CallOptions = {}): Promise<api.StatusMessageList> {
    const path = `${itemPath(id)}/status-messages`;
    return this.#json({ operation: 'listStatusMessages', method: 'GET', path, ...options });
  }

  /** Cancels a held one. */
  async cancelStatusMessage(id: string, messageId: string, options: api.CallOptions = {}): Promise<void> {
    const path = `${itemPath(id)}/status-messages/${checkedId(messageId, 'a message')}`;
    await this.#send({ operation: 'cancelStatusMessage', method: 'DELETE', path, ...options });
  }

  /** Applies up to 100 updates or operations, all or none. With `dryRun`, only returns what would change. */
  async batch(updates: readonly api.BatchUpdate[], options?: api.BatchOptions): Promise<api.BatchResult>;
  async batch(
    operations: api.BatchOperations,
    options?: api.BatchOptions,
  ): Promise<api.BatchOperationsResult>;
  async batch(
    lines: readonly api.BatchUpdate[] | api.BatchOperations,
    { dryRun, ...options }: api.BatchOptions = {},
  ): Promise<api.BatchResult | api.BatchOperationsResult> {
    const changes = 'operations' in lines ? { operations: lines.operations } : { updates: lines };
    const body = { ...changes, ...(dryRun && { dry_run: true }) };
    const response = await this.#send({
      operation: 'updateFeedbackBatch',
      method: 'POST',
      path: `${FEEDBACK}/batch`,
      ...this.#idempotentRequest(body, options),
    });
    // A stored response from before `changed` existed does not have it.
    const { changed = [], ...rest } = parseBody<api.BatchResponse>(response);
    return { ...rest, changed, replayed: wasReplayed(response) };
  }

  /** Yields a snapshot of every matching item from one request, as the items arrive. */
  async *export(query: api.ExportQuery = {}, options: api.CallOptions = {}): api.Items {
    const file = await this.exportFile({ ...query, format: 'ndjson' }, options);
    const fail = (error: unknown) => this.#transport.toNetworkError(error, options.signal);
    yield* parseLines<api.Feedback>(readChunks(file, fail), fail);
  }

  /** Returns the export as the bytes that the service sends. To stop early, cancel the stream. */
  async exportFile(
    query: api.ExportFileQuery = {},
    options: api.CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#send({
      operation: 'exportFeedback',
      method: 'GET',
      path: `${FEEDBACK}/export`,
      query,
      streamedType: contentTypeOf(query.format ?? 'json'),
      ...options,
    });
    return body ?? new Blob([]).stream();
  }

  /**
   * Imports up to 100,000 rows, or a file with its `format`: all rows or, with `skipInvalid`, all valid rows. Importing
   * a row with an `external_id` or `id` again creates no duplicate. A source that is streamed is sent once.
   */
  import(rows: api.ImportRows, options?: api.ImportOptions): Promise<api.ImportResponse>;
  import(file: api.ImportFile, options: api.ImportFileOptions): Promise<api.ImportResponse>;
  import(
    rowsOrFile: api.ImportRows | api.ImportFile,
    options: api.ImportOptions & { format?: api.ImportFormat } = {},
  ) {
    return this.#import('importFeedback', `${FEEDBACK}/import`, rowsOrFile, options);
  }

  /** Imports who asks for items that exist, from the content of an NDJSON or CSV file: all rows or none. */
  importRequests(file: api.ImportFile, options: api.ImportFileOptions): Promise<api.ImportResponse> {
    return this.#import('importRequests', `${FEEDBACK}/import/requests`, file, options);
  }

  async #import(
    operation: 'importFeedback' | 'importRequests',
    path: string,
    rowsOrFile: api.ImportRows | api.ImportFile,
    options: api.ImportOptions & { format?: api.ImportFormat },
  ) {
    const { format, dryRun, skipInvalid, idempotencyKey, signal } = options;
    const isRepeatable = dryRun || idempotencyKey !== undefined;
    const { streamsRequests } = this.#platform;
    const importBody: ImportBody = format
      ? await importBodyFromFile(rowsOrFile as api.ImportFile, streamsRequests)
      : await importBodyFromRows(rowsOrFile as api.ImportRows, streamsRequests);
    const response = this.#json<api.ImportResponse>({
      operation,
      method: 'POST',
      path,
      query: { dry_run: dryRun, skip_invalid: skipInvalid },
      headers: { 'content-type': contentTypeOf(format ?? 'ndjson'), 'idempotency-key': idempotencyKey },
      body: importBody.body,
      retry: isRepeatable && importBody.retry !== 'never' ? 'after any failure' : importBody.retry,
      signal,
    });
    return response.catch((error: unknown) => {
      throw importBody.sourceError?.error ?? error;
    });
  }

  /**
   * Yields events, oldest first, each with the cursor to resume after it: pages as needed until there are no more
   * events, or with `follow`, new events as they happen, until the signal is aborted.
   */
  events(options: EventsOptions = {}): Events {
    return options.follow
      ? followEvents(this.#transport, this.#platform, options)
      : listEvents(this.#transport, options);
  }

  /** Returns one page of events, oldest first, with the cursor to continue after it. */
  eventPage(options: api.EventPageOptions = {}): Promise<api.EventPage> {
    return eventPage(this.#transport, options);
  }

  #send(call: ApiCall): Promise<ApiResponse> {
    return this.#transport.send(call);
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#send(call));
  }

  async #change(
    call: Pick<ApiCall, 'operation' | 'method' | 'path'>,
    { ifMatch, signal }: api.ChangeOptions,
    change?: object,
  ): Promise<api.Versioned> {
    const headers = { ...(change && JSON_TYPE), 'if-match': ifMatch };
    return toVersioned(
      await this.#send({ ...call, headers, ...(change && { body: JSON.stringify(change) }), signal }),
    );
  }

  #idempotentRequest(
    body: unknown,
    { idempotencyKey, signal }: api.IdempotencyOptions,
  ): Pick<ApiCall, 'headers' | 'body' | 'signal'> {
    const key = idempotencyKey ?? this.#platform.newIdempotencyKey();
    return { headers: { ...JSON_TYPE, 'idempotency-key': key }, body: JSON.stringify(body), signal };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const wasReplayed = ({ headers }: ApiResponse): boolean => headers.get('idempotent-replayed') === 'true';

const itemPath = (id: string): string => `${FEEDBACK}/${checkedId(id, 'a feedback item')}`;
