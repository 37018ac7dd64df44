import { createHash, type Hash } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Caller } from '@libs/accounts';
import type { ImportReport as ImportReportJson } from '@libs/contract';
import {
  assertImported,
  keyInUse,
  type ImportLine,
  type ImportLines,
  type ImportOptions,
  type ImportReport,
  type ImportUseCases,
  type StoredResponse,
} from '@libs/feedback';
import { booleanRule, optional, type Requester } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { mediaTypeOf } from '../http/media-type';
import { malformedRequest } from '../http/errors';
import { queryOf, type Query } from '../http/query';
import { idempotencyKeyOf, idempotentRequestOf, operationOf, textOf } from '../idempotency/idempotency.http';
import { ImportFile } from './import-file';
import { ImportSpool } from './import-spool';
import { Upload, type UploadTimeouts } from '../http/requests/upload';

/** Receives the file and calls `consume` with its lines, and with a function for its digest after the last line. */
type ReadFile = <T>(consume: (file: ImportLines, digest: () => string) => Promise<T>) => Promise<T>;

/** Receives uploaded files and imports them. */
export class ImportUploads {
  /** Requests with an idempotency key that are in progress. */
  private readonly requests = new Set<string>();
  private readonly spool = new ImportSpool();

  constructor(
    private readonly imports: ImportUseCases,
    private readonly timeouts: UploadTimeouts,
  ) {}

  /** @throws DomainError if nothing was imported, for a reason other than its rows */
  async receive(
    request: FastifyRequest,
    accountId: string,
    by: Requester,
    { of, onProgress }: Pick<ImportOptions, 'of' | 'onProgress'> = {},
  ): Promise<ImportReport> {
    return this.withUpload(request, accountId, { by, of }, (options, read) =>
      read((file) => this.imports.run(accountId, file, { ...options, onProgress })),
    );
  }

  /**
   * Returns the response of the REST API, or the stored one if the `Idempotency-Key` was used before
   * (idempotency.md 1). A dry run writes nothing, so only the syntax of the key is checked.
   * @throws DomainError
   */
  async respond(
    request: FastifyRequest,
    caller: Caller,
    by: Requester,
    of: ImportOptions['of'] = 'items',
  ): Promise<StoredResponse> {
    const { accountId, bucketId: client } = caller;
    return this.withUpload(request, accountId, { by, of }, async (options, read) => {
      const key = idempotencyKeyOf(request);
      if (key === null || options.dryRun) {
        const report = await read((file) => this.imports.run(accountId, file, options));
        return { text: responseOf(report), isReplay: false };
      }
      return this.runExclusively(JSON.stringify([accountId, client, key]), () =>
        read((file, digest) => {
          const type = mediaTypeOf(request);
          const idempotentBody = () => ({ type, digest: digest(), skip_invalid: options.skipInvalid });
          const fingerprint = () =>
            idempotentRequestOf(caller, key, operationOf(request), idempotentBody()).fingerprint;
          return this.imports.runOnce(accountId, file, options, { client, key, fingerprint }, responseOf);
        }),
      );
    });
  }

  private async withUpload<T>(
    request: FastifyRequest,
    accountId: string,
    what: Pick<ImportOptions, 'by' | 'of'>,
    work: (options: ImportOptions, read: ReadFile) => Promise<T>,
  ): Promise<T> {
    const upload = new Upload(request.raw, this.timeouts);
    try {
      const options = optionsOf(request.query as Query);
      const confirm = async (): Promise<void> => {
        if (upload.isAbandoned) throw malformedRequest();
      };
      const read: ReadFile = (consume) => {
        const digest = createHash('sha256');
        const importRows = async (bytes: AsyncIterable<Buffer>) => {
          // Not during the transaction, which has a connection: if imports had all connections of a pooler, each would
          // wait for another one.
          await request.recheckAccess?.();
          const lines = rowsOf(new ImportFile(mediaTypeOf(request), what.of), bytes, digest);
          return consume(lines, () => digest.digest('base64url'));
        };
        return this.spool.run(accountId, (signal) => upload.bytes(signal), importRows);
      };
      return await work({ ...options, ...what, confirm }, read);
    } finally {
      upload.discardRest();
    }
  }

  /**
   * Rejects a second request with the same key immediately, even while the first file is still being received.
   * @throws DomainError `conflict`
   */
  private async runExclusively<T>(request: string, work: () => Promise<T>): Promise<T> {
    if (this.requests.has(request)) throw keyInUse();
    this.requests.add(request);
    try {
      return await work();
    } finally {
      this.requests.delete(request);
    }
  }
}

async function* rowsOf(
  file: ImportFile,
  bytes: AsyncIterable<Buffer>,
  digest: Hash,
): AsyncGenerator<Iterable<ImportLine>> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield file.push(chunk);
    // Lets other requests run. Node would read megabytes of a fast upload first.
    await immediate();
  }
  yield file.end();
}

const OPTIONS = { dry_run: optional(booleanRule), skip_invalid: optional(booleanRule) };

/** @throws DomainError `validation` */
export function optionsOf(query: Query): Pick<ImportOptions, 'dryRun' | 'skipInvalid'> {
  const { dry_run: dryRun = false, skip_invalid: skipInvalid = false } = queryOf(OPTIONS, query);
  return { dryRun, skipInvalid };
}

/** The report as the API returns it. */
export function reportJson({
  importId,
  dryRun,
  rows,
  created,
  existing,
  repeated,
  failed,
  errors: rowErrors,
  repeats: repeatedRows,
  warnings: unrestored,
}: ImportReport): ImportReportJson {
  const errors = rowErrors.map(({ line, param = null, code, message }) => ({ line, param, code, message }));
  const repeats = repeatedRows.map(({ line, firstLine }) => ({ line, first_line: firstLine }));
  const warnings = unrestored.map(({ line, param = null, code, message }) => ({
    line,
    param,
    code,
    message,
  }));
  const counts = { rows, created, existing, repeated, failed };
  return { import_id: importId, dry_run: dryRun, ...counts, errors, repeats, warnings };
}

/** @throws DomainError `validation` with the errors that prevented the import */
function responseOf(report: ImportReport): string {
  assertImported(report);
  return textOf({ status: 200, headers: {}, body: { data: reportJson(report) } });
}
