import type { Issue } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { FeedbackRequest } from '../requests/request';
import {
  IMPORT_ERRORS_MAX,
  IMPORT_REQUESTS_MAX,
  importedFeedback,
  tooManyImportedRequests,
  type ImportedItem,
  type ImportLine,
} from './import';
import type { ImportTarget } from './import.ports';
import type { ImportedMerge } from './imported-merges';
import { ImportedAssignees, unknownAssignees, unmergedRow } from './imported-references';
import { CHUNK_ROWS, ImportRun, type ImportContext } from './import-run';

/**
 * Each character can be a trigram of the search index; a statement with 50,000 of them ends within two seconds. The last
 * row of a chunk can exceed these limits.
 */
const CHUNK_CHARACTERS = 50_000;
const CHUNK_REQUESTS = 5_000;

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

/** The import of items, with those who ask for them. */
export class ItemImport extends ImportRun {
  private chunk: Feedback[] = [];
  private characters = 0;
  private requests: FeedbackRequest[] = [];
  private requestCount = 0;
  private readonly firstLines: FirstLines;
  private readonly merges: (ImportedMerge & { readonly line: number })[] = [];
  private readonly assignees = new ImportedAssignees();

  /** @param digestOf as in `ImportUseCases` */
  constructor(context: ImportContext, digestOf: (text: string) => string) {
    super(context);
    this.firstLines = new FirstLines(digestOf);
  }

  protected read({ line, values }: ImportLine, issues: Issue[]): (() => void) | null {
    const { accountId, now, newId } = this.context;
    const imported = values && importedFeedback(accountId, values, now, newId, issues);
    return imported && (() => this.collect(line, imported, values.id ?? null));
  }

  protected get isChunkFull(): boolean {
    const { chunk, characters, requests } = this;
    return chunk.length >= CHUNK_ROWS || characters >= CHUNK_CHARACTERS || requests.length >= CHUNK_REQUESTS;
  }

  protected async write(target: ImportTarget): Promise<void> {
    const { chunk, requests } = this;
    this.chunk = [];
    this.characters = 0;
    this.requests = [];
    if (chunk.length === 0 || this.isRejected) return;
    const items = await this.assignees.assigned(chunk, target);
    const created = await target.add(items, this.importId, requests);
    this.created += created;
    this.existing += chunk.length - created;
  }

  protected override async finish(target: ImportTarget): Promise<void> {
    if (this.created > 0 && this.assignees.unknown.length > 0)
      this.warn(unknownAssignees(this.assignees.unknown));
    if (this.merges.length === 0) return;
    const outcomes = await target.merge(this.merges, this.importId);
    outcomes.forEach((outcome, i) => {
      const warning = unmergedRow(this.merges[i]!.line, outcome);
      if (warning) this.warn(warning);
    });
  }

  protected async record(target: ImportTarget, id: string): Promise<void> {
    const { created, existing, repeated } = this;
    const entry = { id, createdAt: this.context.now.toISOString(), created, requests: 0 };
    await target.record(entry, existing + repeated, this.newEvent(id));
  }

  private collect(line: number, imported: ImportedItem, fileId: unknown): void {
    const { item, requests, mergedInto, assignee } = imported;
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
    if (mergedInto !== null) this.merges.push({ line, id: item.id, target: mergedInto });
    if (assignee) this.assignees.add(item, assignee);
    for (const request of requests) this.requests.push(request);
    this.characters += item.title.length + (item.description?.length ?? 0);
  }
}
