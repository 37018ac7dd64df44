import { DomainError, type Actor, type Clock, type NewId } from '@libs/kernel';
import { assertImported, importInProgress, type ImportReport } from './import';
import { INVALID_ROWS, type ImportLines, type ImportOptions, type ImportRun } from './import-run';
import type { FeedbackImporter, ImportRequest } from './import.ports';
import { ItemImport } from './item-import';
import { RequestImport } from './request-import';
import { keyInUse, type StoredResponse, type IdempotentRequest } from '../idempotency/idempotency';
import type { StorageLimit } from '../storage/storage-limit';

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

/** Imports items, or requests of items, from a file while it is read. */
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
    const context = { accountId, options, now, newId: this.newIds() };
    return options.of === 'requests' ? new RequestImport(context) : new ItemImport(context, this.digestOf);
  }
}
