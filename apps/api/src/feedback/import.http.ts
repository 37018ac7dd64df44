import { hash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { ImportReport as ImportReportJson } from '@libs/api-client';
import type { ImportLine, ImportOptions, ImportReport, ImportUseCases } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { mediaTypeOf } from '../http/media-type';
import { malformedRequest } from '../http/refusals';
import { ImportFile } from './import-file';
import { ImportSpool } from './import-spool';
import { Upload, type UploadPatience } from './import-upload';
import { ListParameters, type Parameters } from './list-parameters';

type Progress = NonNullable<ImportOptions['onProgress']>;

/** A file that somebody sends, on its way into an account. */
export class ImportUploads {
  private readonly spool = new ImportSpool();

  constructor(
    private readonly imports: ImportUseCases,
    private readonly patience: UploadPatience,
  ) {}

  /** @throws DomainError when nothing was imported for a reason that is not one of the rows */
  async receive(request: FastifyRequest, accountId: string, onProgress?: Progress): Promise<ImportReport> {
    const upload = new Upload(request.raw, this.patience);
    try {
      const options = optionsOf(request.query as Parameters);
      const confirm = async (): Promise<void> => {
        if (upload.isAbandoned) throw malformedRequest();
        await request.stillMay?.();
      };
      const read = (bytes: AsyncIterable<Buffer>) => {
        const lines = rowsOf(new ImportFile(mediaTypeOf(request)), bytes);
        return this.imports.run(accountId, lines, { ...options, onProgress, confirm });
      };
      return await this.spool.run(accountId, (signal) => upload.bytes(signal), read);
    } finally {
      upload.discardRest();
    }
  }
}

async function* rowsOf(file: ImportFile, bytes: AsyncIterable<Buffer>): AsyncGenerator<Iterable<ImportLine>> {
  for await (const chunk of bytes) {
    yield file.push(chunk);
    // Of what comes fast Node would read megabytes before it looks after anybody else.
    await othersTurn();
  }
  yield file.end();
}

/** 132 bits: two texts of one digest do not happen. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

const PARAMETERS = ['dry_run', 'skip_invalid'];

/** @throws DomainError `validation` */
export function optionsOf(query: Parameters): Pick<ImportOptions, 'dryRun' | 'skipInvalid'> {
  const parameters = new ListParameters(query);
  const options = { dryRun: parameters.flag('dry_run'), skipInvalid: parameters.flag('skip_invalid') };
  parameters.end(PARAMETERS);
  return options;
}

/** The report as it leaves the house. */
export function reportJson({
  dryRun,
  rows,
  created,
  existing,
  repeated,
  failed,
  faults,
  repeats: found,
}: ImportReport): ImportReportJson {
  const errors = faults.map(({ line, param = null, code, message }) => ({ line, param, code, message }));
  const repeats = found.map(({ line, firstLine }) => ({ line, first_line: firstLine }));
  return { dry_run: dryRun, rows, created, existing, repeated, failed, errors, repeats };
}

/** @throws DomainError `validation` with the faults because of which nothing was imported */
export function assertImported({ refused, faults: [first, ...rest] }: ImportReport): void {
  if (refused && first) throw DomainError.invalid([first, ...rest]);
}
