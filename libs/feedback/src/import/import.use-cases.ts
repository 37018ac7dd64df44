import {
  DomainError,
  securityEvents,
  type Actor,
  type Clock,
  type Issue,
  type NewId,
  type Requester,
} from '@libs/kernel';
import {
  assertImported,
  importErrorAt,
  IMPORT_ERRORS_MAX,
  IMPORT_REQUESTS_MAX,
  IMPORT_ROWS_MAX,
  importedFeedback,
  importInProgress,
  tooManyImportedRequests,
  tooManyRows,
  type ImportError,
  type ImportLine,
  type ImportRepeat,
  type ImportReport,
} from './import';
import type { FeedbackImporter, ImportRequest, ImportTarget } from './import.ports';
import type { ImportedItem } from './imported-requests';
import type { Feedback } from '../items/feedback';
import type { FeedbackRequest } from '../requests/request';
import { keyInUse, type StoredResponse, type IdempotentRequest } from '../idempotency/idempotency';
import type { StorageLimit } from '../storage/storage-limit';

export interface ImportOptions {
  readonly by: Requester;
  /** Validates and counts, but writes nothing. */
  readonly dryRun: boolean;
  /** Skips invalid rows. Otherwise one invalid row prevents the import. */
  readonly skipInvalid: boolean;
  /** Called after every 500 rows with the number of rows read. */
  readonly onProgress?: (rows: number) => void;
  /** Called when everything is written, before the commit. If it throws, the import is rolled back. */
  readonly confirm?: () => Promise<void>;
}

/**
 * Maximum rows, characters, and requests per statement; the last row of a chunk can exceed them. 500 rows keep the overhead per statement and the memory use low. Each
 * character can be a trigram of the search index; a statement with 50,000 of them ends within two seconds.
 */
const CHUNK_ROWS = 500;
const CHUNK_CHARACTERS = 50_000;
const CHUNK_REQUESTS = 5_000;

/**
 * Lines of a file in chunks of any size, each iterated once. One promise per line would use more memory than the line.
 */
export type ImportLines = AsyncIterable<Iterable<ImportLine>>;

/**
 * Called if an import, except a dry run, ends because of invalid rows or an unexpected error. Must not reject.
 * @param counts rows that were read, and invalid ones among them
 * @param by who ran the import
 */
export type OnImportFailed = (
  accountId: string,
  counts: Pick<ImportReport, 'rows' | 'failed'>,
  by: Actor,
) => Promise<void>;

/** Imports items from a file while it is read. */
export class ImportUseCases {
  /**
   * @param newIds creates the IDs of one file, so that its rows keep their order while others create items
   * @param digestOf a short, collision-resistant digest. The IDs of 100,000 rows could take 100 MB of memory.
   */
  constructor(
    private readonly importer: FeedbackImporter,
    private readonly clock: Clock,
    private readonly newIds: () => NewId,
    private readonly digestOf: (text: string) => string,
    private readonly onFailed: OnImportFailed,
    private readonly storage: StorageLimit,
  ) {}

  /**
   * Imports all rows or none. If `file` throws, everything is rolled back and the error is rethrown.
   * @throws DomainError `validation` if there are too many rows, and the errors of `FeedbackImporter.run`
   */
  async run(accountId: string, file: ImportLines, options: ImportOptions): Promise<ImportReport> {
    this.storage.assertBelowStorageLimit(accountId);
    const run = this.newRun(accountId, options, this.clock());
    try {
      return await this.importer.run(accountId, options.dryRun, (target) => run.all(file, target));
    } catch (error) {
      await this.reportFailure(accountId, run, options, error);
      if (error === INVALID_ROWS) return run.report();
      throw error;
    }
  }

  /**
   * As `run`, but takes effect once (idempotency.md 2). Stores only responses of successful imports. Not for dry runs.
   * @param idempotentRequest its fingerprint is read after the end of the file
   * @param respond builds the response of the surface
   * @throws DomainError also `validation` with the errors of invalid rows, `idempotency`, `conflict`
   */
  async runOnce(
    accountId: string,
    file: ImportLines,
    options: ImportOptions,
    idempotentRequest: Pick<IdempotentRequest, 'client' | 'key'> & { fingerprint(): string },
    respond: (report: ImportReport) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    const run = this.newRun(accountId, options, now);
    const request: ImportRequest = {
      client: idempotentRequest.client,
      key: idempotentRequest.key,
      at: now.toISOString(),
      async fingerprint() {
        for await (const _ of file);
        return idempotentRequest.fingerprint();
      },
    };
    try {
      return await this.importer.run(accountId, false, (target) =>
        target.runOnce(request, async () => {
          this.storage.assertBelowStorageLimit(accountId);
          const report = await run.all(file, target);
          return { text: respond(report), importId: report.importId };
        }),
      );
    } catch (error) {
      await this.reportFailure(accountId, run, options, error);
      if (error === INVALID_ROWS) assertImported(run.report());
      const isConcurrent = error instanceof DomainError && error.code === importInProgress().code;
      if (isConcurrent && (await this.importer.isInProgress(accountId, request))) throw keyInUse();
      throw error;
    }
  }

  /** Not for errors of the request, such as a second import at the same time. */
  private async reportFailure(
    accountId: string,
    run: ImportRun,
    { by }: ImportOptions,
    error: unknown,
  ): Promise<void> {
    const { dryRun, rows, failed } = run.report();
    if (dryRun || error instanceof DomainError) return;
    await this.onFailed(accountId, { rows, failed }, by);
  }

  private newRun(accountId: string, options: ImportOptions, now: Date): ImportRun {
    return new ImportRun(accountId, options, now, this.newIds(), new FirstLines(this.digestOf));
  }
}

/** Thrown to roll back the rows that were written before the first error was found. */
const INVALID_ROWS = new Error('Invalid rows prevented the import');
const NOTHING_IMPORTED = { importId: null, created: 0, existing: 0, repeated: 0, repeats: [] };

/** The first line of each ID and external ID in a file. */
class FirstLines {
  private readonly lines = new Map<string, number>();

  constructor(private readonly digestOf: (text: string) => string) {}

  /** Returns the earlier line with the same ID or external ID; null if there is none. */
  findEarlierLine(line: number, id: string | null, externalId: string | null): number | null {
    const names = [...(id === null ? [] : [`i${id}`]), ...(externalId === null ? [] : [`e${externalId}`])];
    const digests = names.map(this.digestOf);
    for (const digest of digests) {
      const first = this.lines.get(digest);
      if (first !== undefined) return first;
    }
    for (const digest of digests) this.lines.set(digest, line);
    return null;
  }
}

class ImportRun {
  private rows = 0;
  private created = 0;
  private existing = 0;
  private repeated = 0;
  private failed = 0;
  private readonly errors: ImportError[] = [];
  private readonly repeats: ImportRepeat[] = [];
  private chunk: Feedback[] = [];
  private characters = 0;
  private requests: FeedbackRequest[] = [];
  private requestCount = 0;
  private readonly importId: string;

  constructor(
    private readonly accountId: string,
    private readonly options: ImportOptions,
    private readonly now: Date,
    private readonly newId: NewId,
    private readonly firstLines: FirstLines,
  ) {
    this.importId = newId(now);
  }

  /** @throws INVALID_ROWS */
  async all(file: ImportLines, target: ImportTarget): Promise<ImportReport> {
    for await (const lines of file) {
      for (const line of lines) if (this.take(line)) await this.flush(target);
    }
    await this.flush(target);
    const report = this.report();
    const { importId: id, created, existing } = report;
    if (id !== null) {
      const entry = { id, createdAt: this.now.toISOString(), created };
      await target.record(entry, existing, this.newEvent(id, created));
    }
    await this.options.confirm?.();
    if (this.isRejected) throw INVALID_ROWS;
    return report;
  }

  private newEvent(id: string, created: number) {
    const newEvent = securityEvents(() => this.now, this.newId);
    return newEvent(this.accountId, 'feedback.imported', this.options.by, { id, name: String(created) });
  }

  private get isRejected(): boolean {
    return this.failed > 0 && !this.options.skipInvalid && !this.options.dryRun;
  }

  /** Returns whether the chunk is large enough to be written. */
  private take({ line, values, issues: syntaxIssues }: ImportLine): boolean {
    if (++this.rows > IMPORT_ROWS_MAX) throw tooManyRows();
    const issues: Issue[] = [];
    const imported = values && importedFeedback(this.accountId, values, this.now, this.newId, issues);
    issues.push(...syntaxIssues);
    if (issues.length > 0) this.fail(line, issues);
    // After an invalid row everything is rolled back, so nothing more is written.
    else if (imported && !this.isRejected) this.collect(line, imported, values?.id ?? null);
    if (this.rows % CHUNK_ROWS === 0) this.options.onProgress?.(this.rows);
    return this.isChunkFull;
  }

  private get isChunkFull(): boolean {
    const { chunk, characters, requests } = this;
    return chunk.length >= CHUNK_ROWS || characters >= CHUNK_CHARACTERS || requests.length >= CHUNK_REQUESTS;
  }

  private async flush(target: ImportTarget): Promise<void> {
    const { chunk, requests } = this;
    this.chunk = [];
    this.characters = 0;
    this.requests = [];
    if (chunk.length === 0 || this.isRejected) return;
    const created = await target.add(chunk, this.importId, requests);
    this.created += created;
    this.existing += chunk.length - created;
  }

  report(): ImportReport {
    const { rows, created, repeated, repeats, failed, errors, isRejected } = this;
    const existing = this.existing + repeated;
    const { dryRun } = this.options;
    const importId = created > 0 && !dryRun ? this.importId : null;
    const done = isRejected ? NOTHING_IMPORTED : { importId, created, existing, repeated, repeats };
    return { dryRun, rows, ...done, failed, errors, isRejected };
  }

  private fail(line: number, issues: readonly Issue[]): void {
    this.failed++;
    const remaining = IMPORT_ERRORS_MAX - this.errors.length;
    this.errors.push(...issues.slice(0, remaining).map((issue) => importErrorAt(line, issue)));
  }

  private collect(line: number, { item, requests }: ImportedItem, fileId: unknown): void {
    this.requestCount += requests.length;
    if (this.requestCount > IMPORT_REQUESTS_MAX) throw tooManyImportedRequests();
    const id = fileId === null ? null : item.id;
    const firstLine = this.firstLines.findEarlierLine(line, id, item.external_id);
    if (firstLine !== null) {
      this.repeated++;
      if (this.repeats.length < IMPORT_ERRORS_MAX) this.repeats.push({ line, firstLine });
      return;
    }
    this.chunk.push(item);
    for (const request of requests) this.requests.push(request);
    this.characters += item.title.length + (item.description?.length ?? 0);
  }
}
