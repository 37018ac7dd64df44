import type { Clock, Issue, NewId } from '@libs/kernel';
import {
  faultIn,
  IMPORT_FAULTS_MAX,
  IMPORT_ROWS_MAX,
  importedFeedback,
  tooManyRows,
  type ImportedFeedback,
  type ImportFault,
  type ImportLine,
  type ImportRepeat,
  type ImportReport,
} from './feedback-import';
import type { FeedbackImporter, ImportTarget } from './feedback-import.ports';

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
   * @param file its lines in pieces of any size, each gone through once: a promise for every line would cost more
   *   memory than the line
   * @throws DomainError `validation` when there are too many rows; those of `FeedbackImporter.run`
   */
  async run(
    accountId: string,
    file: AsyncIterable<Iterable<ImportLine>>,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const names = new FirstNames(this.digestOf);
    const run = new ImportRun(accountId, options, this.clock(), this.newId, names);
    try {
      return await this.importer.run(accountId, options.dryRun, async (target) => {
        for await (const lines of file) {
          for (const line of lines) if (run.take(line)) await run.flush(target);
        }
        await run.flush(target);
        await options.confirm?.();
        if (run.isRefused) throw REFUSED;
        return run.report();
      });
    } catch (error) {
      if (error === REFUSED) return run.report();
      throw error;
    }
  }
}

/** Undoes what was written before the first fault was found. */
const REFUSED = new Error('The import is refused');
const NOTHING_DONE = { created: 0, existing: 0, repeated: 0, repeats: [] };

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

  constructor(
    private readonly accountId: string,
    private readonly options: ImportOptions,
    private readonly now: Date,
    private readonly newId: NewId,
    private readonly names: FirstNames,
  ) {}

  get isRefused(): boolean {
    return this.failed > 0 && !this.options.skipInvalid && !this.options.dryRun;
  }

  /** Whether it is time to write. */
  take({ line, values, issues: found }: ImportLine): boolean {
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

  async flush(target: ImportTarget): Promise<void> {
    const { chunk } = this;
    this.chunk = [];
    this.characters = 0;
    if (chunk.length === 0 || this.isRefused) return;
    const created = await target.add(chunk);
    this.created += created;
    this.existing += chunk.length - created;
  }

  report(): ImportReport {
    const { rows, created, repeated, repeats, failed, faults, isRefused: refused } = this;
    const existing = this.existing + repeated;
    const done = refused ? NOTHING_DONE : { created, existing, repeated, repeats };
    return { dryRun: this.options.dryRun, rows, ...done, failed, faults, refused };
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
