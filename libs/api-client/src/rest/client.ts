import { FeedbackApiError } from './errors';
import { importBodyFromFile, importBodyFromRows, contentTypeOf } from './import-body';
import type { ImportBody } from './import-body';
import { toTransportOptions, type ClientOptions } from './options';
import { PLATFORM, type Platform } from './platform';
import type { RateLimitStatus } from './rate-limit-status';
import { readChunks, parseLines } from './streams';
import { Transport, type ApiResponse, type ApiCall } from './transport';
import type * as api from './types';

const PAGE_SIZE = 100;
const FEEDBACK = '/feedback';

/**
 * A client of one account's feedback, for browsers and for Node 20 and later.
 * @throws TypeError for options that cannot work
 */
export function createFeedbackClient(options: ClientOptions): FeedbackClient {
  return new FeedbackClient(options, PLATFORM);
}

/**
 * A method for each operation of the OpenAPI document. It answers what the API answers, `{"data": …}`, and beside it
 * what stands in headers. Every method throws `FeedbackApiError` when the service refuses, `FeedbackNetworkError` when
 * no answer comes, and the signal's reason when it is aborted.
 */
export class FeedbackClient {
  readonly #transport: Transport;
  readonly #platform: Platform;

  /** @internal */
  constructor(options: ClientOptions, platform: Platform) {
    this.#transport = new Transport(toTransportOptions(options), platform);
    this.#platform = platform;
  }

  /** What the key has left, as the last answer said; null before the first one, and where there are no limits. */
  get budget(): RateLimitStatus | null {
    return this.#transport.rateLimit;
  }

  /** Who am I: the key that asks, and the account it opens. */
  key(options: api.CallOptions = {}): Promise<api.KeyAnswer> {
    return this.#json({ operation: 'getKey', method: 'GET', path: '/key', ...options });
  }

  /** A page of items. */
  list(query: api.ListQuery = {}, options: api.CallOptions = {}): Promise<api.FeedbackPage> {
    return this.#json({ operation: 'listFeedback', method: 'GET', path: FEEDBACK, query, ...options });
  }

  /**
   * Every item of a filter, page by page as they are asked for; whatever is written meanwhile, each that stays comes
   * once. Sorted by `updated_at`, one that changes has another place.
   */
  async *listAll(query: api.ListAllQuery = {}, options: api.CallOptions = {}): api.Items {
    const { limit = PAGE_SIZE } = query;
    let { cursor } = query;
    do {
      const page = await this.list({ ...query, limit, cursor }, options);
      yield* page.data;
      const next = page.pagination.next_cursor ?? undefined;
      if (next !== undefined && next === cursor) throw repeatedCursorError();
      cursor = next;
    } while (cursor !== undefined);
  }

  async get(id: string, options: api.CallOptions = {}): Promise<api.Versioned> {
    return toVersioned(
      await this.#send({ operation: 'getFeedback', method: 'GET', path: itemPath(id), ...options }),
    );
  }

  /** Once, however often it has to be sent: see `idempotencyKey`. */
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

  /** Sent again after a failure of the network, a call with `ifMatch` may find its own change and answer 412. */
  async update(
    id: string,
    change: api.FeedbackChange,
    options: api.ChangeOptions = {},
  ): Promise<api.Versioned> {
    const { ifMatch, signal } = options;
    const headers = { ...JSON_TYPE, 'if-match': ifMatch };
    const body = JSON.stringify(change);
    return toVersioned(
      await this.#send({
        operation: 'updateFeedback',
        method: 'PATCH',
        path: itemPath(id),
        headers,
        body,
        signal,
      }),
    );
  }

  /** Not to be found when it is sent again after a failure of the network counts as done. */
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

  /** All or none of up to 100 changes, once. With `dryRun` nothing is written, and the answer says what would be. */
  async batch(
    updates: readonly api.BatchUpdate[],
    { dryRun, ...options }: api.BatchOptions = {},
  ): Promise<api.BatchResult> {
    const body = { updates, ...(dryRun && { dry_run: true }) };
    const response = await this.#send({
      operation: 'updateFeedbackBatch',
      method: 'POST',
      path: `${FEEDBACK}/batch`,
      ...this.#idempotentRequest(body, options),
    });
    // A response that was stored before `changed` existed does not have it.
    const { changed = [], ...rest } = parseBody<api.BatchAnswer>(response);
    return { ...rest, changed, replayed: wasReplayed(response) };
  }

  /** Every item of a filter in one request and of one moment, as they come. */
  async *export(query: api.ExportQuery = {}, options: api.CallOptions = {}): api.Items {
    const file = await this.exportFile({ ...query, format: 'ndjson' }, options);
    const fail = (error: unknown) => this.#transport.toNetworkError(error, options.signal);
    yield* parseLines<api.Feedback>(readChunks(file, fail), fail);
  }

  /** The same as a file, byte for byte as the service sends it. Cancel the stream to end it early. */
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
   * Up to 100,000 rows, all of them or, with `skipInvalid`, all that break no rule; or a file, with its `format`. A
   * row that has an `external_id` or `id` makes no twin. What is read only once is sent only once.
   */
  import(rows: api.ImportRows, options?: api.ImportOptions): Promise<api.ImportAnswer>;
  import(file: api.ImportFile, options: api.ImportFileOptions): Promise<api.ImportAnswer>;
  async import(
    rowsOrFile: api.ImportRows | api.ImportFile,
    options: api.ImportOptions & { format?: api.ImportFormat } = {},
  ) {
    const { format, dryRun, skipInvalid, idempotencyKey, signal } = options;
    const isRepeatable = dryRun || idempotencyKey !== undefined;
    const { streamsRequests } = this.#platform;
    const importBody: ImportBody = format
      ? await importBodyFromFile(rowsOrFile as api.ImportFile, streamsRequests)
      : await importBodyFromRows(rowsOrFile as api.ImportRows, streamsRequests);
    const response = this.#json<api.ImportAnswer>({
      operation: 'importFeedback',
      method: 'POST',
      path: `${FEEDBACK}/import`,
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

  #send(call: ApiCall): Promise<ApiResponse> {
    return this.#transport.send(call);
  }

  async #json<T>(call: ApiCall): Promise<T> {
    return parseBody<T>(await this.#send(call));
  }

  #idempotentRequest(
    body: unknown,
    { idempotencyKey, signal }: api.IdempotencyOptions,
  ): Pick<ApiCall, 'headers' | 'body' | 'signal'> {
    const key = idempotencyKey ?? this.#platform.newIdempotencyKey();
    return { headers: { ...JSON_TYPE, 'idempotency-key': key }, body: JSON.stringify(body), signal };
  }
}

/** The page would come again and again. */
const repeatedCursorError = () => FeedbackApiError.of(200, new Headers(), '', null);

const JSON_TYPE = { 'content-type': 'application/json' };
const wasReplayed = ({ headers }: ApiResponse): boolean => headers.get('idempotent-replayed') === 'true';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An empty id would name all items, two dots what is above them, and `export` the file of all. */
function itemPath(id: string): string {
  if (!UUID.test(id)) throw new TypeError('id must be a feedback item ID');
  return `${FEEDBACK}/${id}`;
}

function toVersioned(response: ApiResponse): api.Versioned {
  return { data: parseBody<api.Versioned>(response).data, etag: response.headers.get('etag') };
}

/** @throws FeedbackApiError for what no operation answers: all of them have `data` */
function parseBody<T>({ status, headers, text }: ApiResponse): T {
  try {
    const body = JSON.parse(text) as { data?: unknown } | null;
    if (typeof body?.data === 'object' && body.data !== null) return body as T;
  } catch {
    // The same as an answer without data.
  }
  throw FeedbackApiError.of(status, headers, text, null);
}
