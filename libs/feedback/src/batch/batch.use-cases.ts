import {
  securityEvents,
  type Actor,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import {
  batchResult,
  linePath,
  revisedAll,
  type BatchResult,
  type FeedbackUpdates,
  type Removals,
} from './batch';
import type { FeedbackRepository } from '../items/feedback.ports';
import { mergesNothing } from '../items/revision';
import { withStoredTags, type FindTags } from '../tags/stored-tags';
import type { TagRepository } from '../tags/tag.ports';
import type { StorageLimit } from '../storage/storage-limit';

/** Use cases of many items in one call (batch.md 2). */
export class FeedbackBatchUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly items: FeedbackRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly tags: TagRepository,
    private readonly storage: StorageLimit,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Applies all updates of a batch, or none. Creates tags that do not exist.
   * @throws DomainError `not_found` with every line whose item is not found, `validation`, `conflict`
   *   (items.md 11)
   */
  async revise(accountId: string, { updates }: Valid<FeedbackUpdates>, by: Actor): Promise<BatchResult> {
    this.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const ensure: FindTags = (names) => this.tags.ensure(accountId, names, () => this.newId(now));
    const lines = await withStoredTags(updates, ensure);
    const at = now.toISOString();
    if (lines.every(mergesNothing))
      return batchResult(await this.items.reviseAll(accountId, { updates: lines, by, at }));
    return batchResult(await this.items.merge(accountId, { updates: lines, by, at, pathOf: linePath }));
  }

  /** Deletes permanently every item that still has the given version. Returns the IDs of the changed ones. */
  async remove(accountId: string, { items }: Valid<Removals>, by: Requester): Promise<readonly string[]> {
    return this.items.removeUnchanged(accountId, items, by, (deleted) =>
      this.newEvent(accountId, 'feedback.deleted', by, { name: String(deleted) }),
    );
  }

  /**
   * Returns the result that `revise` would have now, without writing.
   * @throws DomainError as `revise`
   */
  async preview(accountId: string, { updates }: Valid<FeedbackUpdates>): Promise<BatchResult> {
    const lines = await withStoredTags(updates, (names) => this.tags.rehearse(accountId, names));
    const at = this.clock().toISOString();
    if (lines.every(mergesNothing)) {
      const ids = lines.map(({ id }) => id);
      return batchResult(revisedAll(await this.items.findAll(accountId, ids), { updates: lines, at }));
    }
    return batchResult(await this.items.previewMerge(accountId, { updates: lines, at, pathOf: linePath }));
  }
}
