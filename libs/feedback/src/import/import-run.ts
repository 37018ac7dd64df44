import { securityEvents, type Issue, type NewId, type Requester } from '@libs/kernel';
import {
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  importErrorAt,
  tooManyRows,
  type ImportError,
  type ImportLine,
  type ImportRepeat,
  type ImportReport,
  type ImportWarning,
} from './import';
import type { ImportTarget } from './import.ports';

export interface ImportOptions {
  readonly by: Requester;
  /** What the rows are: items, or requests of existing items (import.md 12). */
  readonly of?: 'items' | 'requests';
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
 * Lines of a file in chunks of any size, each iterated once. One promise per line would use more memory than the line.
 */
export type ImportLines = AsyncIterable<Iterable<ImportLine>>;

/** Maximum number of rows per statement, which keeps the overhead per statement and the memory use low. */
export const CHUNK_ROWS = 500;

/** Thrown to roll back the rows that were written before the first error was found. */
export const INVALID_ROWS = new Error('Invalid rows prevented the import');
const NOTHING_IMPORTED = { importId: null, created: 0, existing: 0, repeated: 0, repeats: [], warnings: [] };

/** What an import of one file needs. */
export interface ImportContext {
  readonly accountId: string;
  readonly options: ImportOptions;
  readonly now: Date;
  readonly newId: NewId;
}

/** The import of one file: reads its rows in chunks, writes them, and counts. */
export abstract class ImportRun {
  protected rows = 0;
  protected created = 0;
  protected existing = 0;
  protected repeated = 0;
  private failed = 0;
  private readonly errors: ImportError[] = [];
  protected readonly repeats: ImportRepeat[] = [];
  private readonly warnings: ImportWarning[] = [];
  protected readonly importId: string;

  constructor(protected readonly context: ImportContext) {
    this.importId = context.newId(context.now);
  }

  /** Converts a row and adds its errors to `issues`. Returns a function that adds the row to the chunk. */
  protected abstract read(line: ImportLine, issues: Issue[]): (() => void) | null;
  protected abstract get isChunkFull(): boolean;
  /** Writes the chunk, counts its rows, and starts the next one. */
  protected abstract write(target: ImportTarget): Promise<void>;
  /** Completes the rows that were written. */
  protected async finish(_target: ImportTarget): Promise<void> {}
  /** Stores that the import took place. */
  protected abstract record(target: ImportTarget, id: string): Promise<void>;

  /** @throws INVALID_ROWS */
  async all(file: ImportLines, target: ImportTarget): Promise<ImportReport> {
    for await (const lines of file) {
      for (const line of lines) if (this.take(line)) await this.write(target);
    }
    await this.write(target);
    if (!this.isRejected) await this.finish(target);
    const report = this.report();
    if (report.importId !== null) await this.record(target, report.importId);
    await this.context.options.confirm?.();
    if (this.isRejected) throw INVALID_ROWS;
    return report;
  }

  protected newEvent(id: string) {
    const { accountId, now, newId, options } = this.context;
    const newEvent = securityEvents(() => now, newId);
    return newEvent(accountId, 'feedback.imported', options.by, { id, name: String(this.created) });
  }

  protected get isRejected(): boolean {
    const { skipInvalid, dryRun } = this.context.options;
    return this.failed > 0 && !skipInvalid && !dryRun;
  }

  /** Returns whether the chunk is large enough to be written. */
  private take(line: ImportLine): boolean {
    if (++this.rows > IMPORT_ROWS_MAX) throw tooManyRows();
    const issues: Issue[] = [];
    const collect = this.read(line, issues);
    issues.push(...line.issues);
    if (issues.length > 0) this.fail(line.line, issues);
    // After an invalid row everything is rolled back, so nothing more is written.
    else if (collect && !this.isRejected) collect();
    if (this.rows % CHUNK_ROWS === 0) this.context.options.onProgress?.(this.rows);
    return this.isChunkFull;
  }

  report(): ImportReport {
    const { rows, created, repeated, repeats, warnings, failed, isRejected } = this;
    const errors = this.errors.toSorted((one, other) => one.line - other.line);
    const existing = this.existing + repeated;
    const { dryRun } = this.context.options;
    const importId = created > 0 && !dryRun ? this.importId : null;
    const done = isRejected ? NOTHING_IMPORTED : { importId, created, existing, repeated, repeats, warnings };
    return { dryRun, rows, ...done, failed, errors, isRejected };
  }

  protected warn(warning: ImportWarning): void {
    if (this.warnings.length < IMPORT_ERRORS_MAX) this.warnings.push(warning);
  }

  protected fail(line: number, issues: readonly Issue[]): void {
    this.failed++;
    const remaining = IMPORT_ERRORS_MAX - this.errors.length;
    this.errors.push(...issues.slice(0, remaining).map((issue) => importErrorAt(line, issue)));
  }
}
