import { DomainError, type Clock, type Issue, type NewId } from '@libs/kernel';
import {
  assertImported,
  faultIn,
  IMPORT_FAULTS_MAX,
  IMPORT_ROWS_MAX,
  importedFeedback,
  importInProgress,
  tooManyRows,
  type ImportedFeedback,
  type ImportFault,
  type ImportLine,
  type ImportRepeat,
  type ImportReport,
} from './import';
import type { FeedbackImporter, ImportRequest, ImportTarget } from './import.ports';
import { keyInUse, type StoredResponse, type IdempotentRequest } from '../idempotency/idempotency';

export interface ImportOptions {
  /** Tells what would happen, and writes nothing. */
  readonly dryRun: boolean;
  /** Leaves faulty rows out; else one of them is enough, and nothing is imported. */
  readonly skipInvalid: boolean;
  /** Told again and again how many rows have been read. */
  readonly onProgress?: (rows: number) => void;
  /** Asked last, when everything is written and nobody sees it yet: what it throws undoes the import. */
  readonly confirm?: () => Promise<void>;
}

/**
 * Rows written at once: enough that the statement's own cost is small, few enough for a steady memory. Each character
 * may be a trigram of its own for the index of words: a statement of so many ends within a second or two.
 */
const CHUNK_ROWS = 500;
const CHUNK_CHARACTERS = 50_000;

/**
 * Lines of a file in pieces of any size, each gone through once: a promise for every line would cost more memory than
 * the line.
 */
export type ImportLines = AsyncIterable<Iterable<ImportLine>>;

/** Many items at once, from a file that is read as it comes. */
export class ImportUseCases {
  /**
   * @param digestOf short, and the same for the same text alone: what 100,000 rows are called would be a hundred
   *   megabytes
   */
  constructor(
    private readonly importer: FeedbackImporter,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly digestOf: (text: string) => string,
  ) {}

  /**
   * All rows or none. What `file` throws undoes everything and is thrown on.
   * @throws DomainError `validation` when there are too many rows; those of `FeedbackImporter.run`
   */
  async run(accountId: string, file: ImportLines, options: ImportOptions): Promise<ImportReport> {
    const run = this.begin(accountId, options, this.clock());
    try {
      return await this.importer.run(accountId, options.dryRun, (target) => run.all(file, target));
    } catch (error) {
      if (error === REFUSED) return run.report();
      throw error;
    }
  }

  /**
   * As `run`, once however often it is asked for (idempotency.md 2); only what was imported is remembered. No dry run.
   * @param once its fingerprint is asked for when the file has been read to the end
   * @param answer what the surface says of the report
   * @throws DomainError also `validation` with the errors because of which nothing was imported, `idempotency`,
   *   `conflict`
   */
  async runOnce(
    accountId: string,
    file: ImportLines,
    options: ImportOptions,
    once: Pick<IdempotentRequest, 'client' | 'key'> & { fingerprint(): string },
    answer: (report: ImportReport) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    const run = this.begin(accountId, options, now);
    const request: ImportRequest = {
      client: once.client,
      key: once.key,
      at: now.toISOString(),
      async fingerprint() {
        for await (const _ of file);
        return once.fingerprint();
      },
    };
    try {
      return await this.importer.run(accountId, false, (target) =>
        target.once(request, async () => {
          const report = await run.all(file, target);
          return { text: answer(report), importId: report.importId };
        }),
      );
    } catch (error) {
      if (error === REFUSED) assertImported(run.report());
      const isInTheWay = error instanceof DomainError && error.code === importInProgress().code;
      if (isInTheWay && (await this.importer.isDoing(accountId, request))) throw keyInUse();
      throw error;
    }
  }

  private begin(accountId: string, options: ImportOptions, now: Date): ImportRun {
    return new ImportRun(accountId, options, now, this.newId, new FirstNames(this.digestOf));
  }
}

/** Undoes what was written before the first fault was found. */
const REFUSED = new Error('The import is refused');
const NOTHING_DONE = { importId: null, created: 0, existing: 0, repeated: 0, repeats: [] };

/** What the rows of a file call their items, and which line did so first. */
class FirstNames {
  private readonly lines = new Map<string, number>();

  constructor(private readonly digestOf: (text: string) => string) {}

  /** The earlier line that names the same item; null when this is the first. Whatever has no name is the first. */
  lineBefore(line: number, id: string | null, externalId: string | null): number | null {
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
  private readonly faults: ImportFault[] = [];
  private readonly repeats: ImportRepeat[] = [];
  private chunk: ImportedFeedback[] = [];
  private characters = 0;
  private readonly importId: string;

  constructor(
    private readonly accountId: string,
    private readonly options: ImportOptions,
    private readonly now: Date,
    private readonly newId: NewId,
    private readonly names: FirstNames,
  ) {
    this.importId = newId(now);
  }

  /** @throws REFUSED */
  async all(file: ImportLines, target: ImportTarget): Promise<ImportReport> {
    for await (const lines of file) {
      for (const line of lines) if (this.take(line)) await this.flush(target);
    }
    await this.flush(target);
    const report = this.report();
    const { importId: id, created } = report;
    if (id !== null) await target.record({ id, createdAt: this.now.toISOString(), created });
    await this.options.confirm?.();
    if (this.isRefused) throw REFUSED;
    return report;
  }

  private get isRefused(): boolean {
    return this.failed > 0 && !this.options.skipInvalid && !this.options.dryRun;
  }

  /** Whether it is time to write. */
  private take({ line, values, issues: found }: ImportLine): boolean {
    if (++this.rows > IMPORT_ROWS_MAX) throw tooManyRows();
    const issues: Issue[] = [];
    const imported = values && importedFeedback(this.accountId, values, this.now, this.newId, issues);
    issues.push(...found);
    if (issues.length > 0) this.fail(line, issues);
    // What is undone in the end need not be written.
    else if (imported && !this.isRefused) this.collect(line, imported, values?.id ?? null);
    if (this.rows % CHUNK_ROWS === 0) this.options.onProgress?.(this.rows);
    return this.chunk.length >= CHUNK_ROWS || this.characters >= CHUNK_CHARACTERS;
  }

  private async flush(target: ImportTarget): Promise<void> {
    const { chunk } = this;
    this.chunk = [];
    this.characters = 0;
    if (chunk.length === 0 || this.isRefused) return;
    const created = await target.add(chunk, this.importId);
    this.created += created;
    this.existing += chunk.length - created;
  }

  report(): ImportReport {
    const { rows, created, repeated, repeats, failed, faults, isRefused: refused } = this;
    const existing = this.existing + repeated;
    const { dryRun } = this.options;
    const importId = created > 0 && !dryRun ? this.importId : null;
    const done = refused ? NOTHING_DONE : { importId, created, existing, repeated, repeats };
    return { dryRun, rows, ...done, failed, faults, refused };
  }

  private fail(line: number, issues: readonly Issue[]): void {
    this.failed++;
    const room = IMPORT_FAULTS_MAX - this.faults.length;
    this.faults.push(...issues.slice(0, room).map((issue) => faultIn(line, issue)));
  }

  private collect(line: number, imported: ImportedFeedback, givenId: unknown): void {
    const id = givenId === null ? null : imported.item.id;
    const firstLine = this.names.lineBefore(line, id, imported.externalId);
    if (firstLine !== null) {
      this.repeated++;
      if (this.repeats.length < IMPORT_FAULTS_MAX) this.repeats.push({ line, firstLine });
      return;
    }
    this.chunk.push(imported);
    this.characters += imported.item.title.length + (imported.item.description?.length ?? 0);
  }
}
