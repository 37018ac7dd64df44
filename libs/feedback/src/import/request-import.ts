import type { Issue } from '@libs/kernel';
import type { ImportLine } from './import';
import type { ImportTarget } from './import.ports';
import { CHUNK_ROWS, ImportRun } from './import-run';
import { hasNoDetails, importedRequest, itemIssue, type ImportedRequest } from './request-rows';

/** The import of requests of items that exist (import.md 12). */
export class RequestImport extends ImportRun {
  private chunk: (ImportedRequest & { readonly line: number })[] = [];

  protected read({ line, values }: ImportLine, issues: Issue[]): (() => void) | null {
    const imported = values && importedRequest(this.context.accountId, values, this.context, issues);
    if (!imported) return null;
    return hasNoDetails(imported)
      ? () => void this.existing++
      : () => void this.chunk.push({ ...imported, line });
  }

  protected get isChunkFull(): boolean {
    return this.chunk.length >= CHUNK_ROWS;
  }

  protected async write(target: ImportTarget): Promise<void> {
    const { chunk } = this;
    this.chunk = [];
    if (chunk.length === 0 || this.isRejected) return;
    const outcomes = await target.addRequests(chunk, this.importId);
    outcomes.forEach((outcome, i) => {
      const { line, item } = chunk[i]!;
      if (outcome === 'created') this.created++;
      else if (outcome === 'existing') this.existing++;
      else this.fail(line, [itemIssue(outcome, item.by)]);
    });
  }

  protected async record(target: ImportTarget, id: string): Promise<void> {
    const entry = { id, createdAt: this.context.now.toISOString(), created: 0, requests: this.created };
    await target.recordRequests(entry, this.newEvent(id));
  }
}
