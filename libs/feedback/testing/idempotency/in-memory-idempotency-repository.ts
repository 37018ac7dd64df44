import type { Actor, Instant } from '@libs/kernel';
import {
  expiryCutoff,
  feedbackNotFound,
  keyInUse,
  replayed,
  revisedAll,
  type AddedNote,
  type BatchRevision,
  type Feedback,
  type SubmittedFeedback,
  type IdempotencyRecord,
  type IdempotencyRepository,
  type ImportRequest,
  type MergeRevision,
  type NewFollow,
  type OperationsBatch,
  type Outcome,
  type RevisedItems,
  type StoredResponse,
  type IdempotentRequest,
} from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { InMemoryNoteRepository } from '../notes/in-memory-note-repository';

interface StoredEntry {
  readonly accountId: string;
  readonly itemIds: readonly string[];
  readonly record: IdempotencyRecord;
}

const CHUNK_SIZE = 1_000;

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryIdempotencyRepository implements IdempotencyRepository {
  private entries: StoredEntry[] = [];
  private readonly inProgress = new Set<string>();

  constructor(
    private readonly items: InMemoryFeedbackRepository,
    private readonly notes = new InMemoryNoteRepository(items),
    private readonly followers = new InMemoryFollowerRepository(items),
  ) {
    items.onRemoval.push((accountId, id) => {
      const others = this.entries.filter((one) => one.accountId !== accountId || id !== undefined);
      this.entries = others.map((one) =>
        one.accountId === accountId && one.itemIds.includes(id!)
          ? { ...one, record: { ...one.record, response: null } }
          : one,
      );
    });
  }

  async add(
    item: SubmittedFeedback,
    by: Actor,
    request: IdempotentRequest,
    respond: (item: Feedback) => string,
    follow: NewFollow | null = null,
  ): Promise<StoredResponse> {
    const { accountId, id, created_at: createdAt } = item;
    return this.runOnce(accountId, toImportRequest(request, createdAt), async () => {
      const text = respond(item);
      if (follow) await this.followers.addItem(item, by, follow, () => null);
      else await this.items.add(item, by);
      return { text, itemIds: [id] };
    });
  }

  async reviseAll(
    accountId: string,
    batch: BatchRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse> {
    const itemIds = batch.updates.map(({ id }) => id);
    return this.runOnce(accountId, toImportRequest(request, batch.at), async () => {
      const text = respond(revisedAll(await this.items.findAll(accountId, itemIds), batch));
      await this.items.reviseAll(accountId, batch);
      return { text, itemIds };
    });
  }

  async applyAll(
    accountId: string,
    batch: OperationsBatch,
    request: IdempotentRequest,
    respond: (outcomes: readonly Outcome[]) => string,
  ): Promise<StoredResponse> {
    return this.runOnce(accountId, toImportRequest(request, batch.now.toISOString()), async () => {
      respond(await this.items.applyAll(accountId, { ...batch, isDryRun: true }));
      const outcomes = await this.items.applyAll(accountId, batch);
      return { text: respond(outcomes), itemIds: outcomes.flatMap(({ after }) => after?.id ?? []) };
    });
  }

  async merge(
    accountId: string,
    merge: MergeRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse> {
    return this.runOnce(accountId, toImportRequest(request, merge.at), async () => {
      const text = respond(await this.items.previewMerge(accountId, merge));
      await this.items.merge(accountId, merge);
      return { text, itemIds: merge.updates.map(({ id }) => id) };
    });
  }

  async addNotes(
    notes: readonly AddedNote[],
    at: Instant,
    request: IdempotentRequest,
    response: string,
  ): Promise<StoredResponse> {
    const { accountId, itemId } = notes[0]!.note;
    return this.runOnce(accountId, toImportRequest(request, at), async () => {
      if (!(await this.notes.add(notes))) throw feedbackNotFound();
      return { text: response, itemIds: [itemId] };
    });
  }

  async isKnown(
    accountId: string,
    { client, key }: Pick<IdempotentRequest, 'client' | 'key'>,
    at: Instant,
  ): Promise<boolean> {
    return this.entries.some(
      ({ accountId: other, record }) =>
        other === accountId &&
        record.client === client &&
        record.key === key &&
        record.createdAt > expiryCutoff(at),
    );
  }

  async purge(end: Instant): Promise<number> {
    const ended = this.entries.filter(({ record }) => record.createdAt <= end).slice(0, CHUNK_SIZE);
    this.entries = this.entries.filter((one) => !ended.includes(one));
    return ended.length;
  }

  isInProgress(accountId: string, { client, key }: Pick<IdempotentRequest, 'client' | 'key'>): boolean {
    return this.inProgress.has(JSON.stringify([accountId, client, key]));
  }

  /** Runs a write once. Shared by the methods above and by `InMemoryFeedbackImporter`. */
  async runOnce(
    accountId: string,
    { client, key, at, fingerprint }: ImportRequest,
    write: () => Promise<{ text: string; itemIds: readonly string[] }>,
  ): Promise<StoredResponse> {
    const isSameRequest = (one: StoredEntry) =>
      one.accountId === accountId && one.record.client === client && one.record.key === key;
    const name = JSON.stringify([accountId, client, key]);
    if (this.inProgress.has(name)) throw keyInUse();
    const existing = this.entries.find(isSameRequest);
    this.inProgress.add(name);
    try {
      if (existing && existing.record.createdAt > expiryCutoff(at)) {
        return replayed(existing.record, { client, key, fingerprint: await fingerprint() });
      }
      const { text, itemIds } = await write();
      const record = { client, key, fingerprint: await fingerprint(), response: text, createdAt: at };
      this.entries = [...this.entries.filter((one) => !isSameRequest(one)), { accountId, itemIds, record }];
      return { text, isReplay: false };
    } finally {
      this.inProgress.delete(name);
    }
  }
}

const toImportRequest = ({ fingerprint, ...once }: IdempotentRequest, at: Instant): ImportRequest => ({
  ...once,
  at,
  fingerprint: async () => fingerprint,
});
