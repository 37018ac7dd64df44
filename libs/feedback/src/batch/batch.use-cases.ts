import {
  securityEvents,
  type Actor,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import { assertRoomFor } from './room';
import { batchResult, revisedAll, type BatchResult, type FeedbackUpdates, type Removals } from './batch';
import { assertFreeExternalIds } from './external-ids';
import { applyLines } from './apply-lines';
import { notifyOf, type Operations, type Outcome } from './operations';
import type { FeedbackRepository } from '../items/feedback.ports';
import { withStoredTags, type FindTags } from '../tags/stored-tags';
import type { TagRepository } from '../tags/tag.ports';
import type { AssertCanNotify } from '../status-messages/notify';
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
    private readonly assertCanNotify: AssertCanNotify,
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
    this.assertCanNotify(updates);
    const now = this.clock();
    const ensure: FindTags = (names) => this.tags.ensure(accountId, names, () => this.newId(now), by);
    await assertFreeExternalIds(this.items, accountId, updates);
    const lines = await withStoredTags(updates, ensure);
    const at = now.toISOString();
    const items = await applyLines(
      lines,
      (batch) => this.items.reviseAll(accountId, { ...batch, by, at }),
      (batch) => this.items.merge(accountId, { ...batch, by, at }),
    );
    return batchResult(items);
  }

  /**
   * Applies the lines of a batch in their order, all or none. Creates tags that do not exist. A dry run returns the outcomes
   * that the batch would have now, without writing.
   * @throws DomainError `not_found`, `validation`, `precondition_failed`, `conflict` with every line in error, `rate_limit`
   */
  async applyAll(
    accountId: string,
    operations: Operations,
    by: Actor,
    isDryRun = false,
  ): Promise<readonly Outcome[]> {
    if (!isDryRun) assertRoomFor(operations, this.storage, accountId);
    this.assertCanNotify(operations.operations.map(notifyOf));
    const now = this.clock();
    return this.items.applyAll(accountId, { ...operations, by, now, newId: () => this.newId(now), isDryRun });
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
    this.assertCanNotify(updates);
    await assertFreeExternalIds(this.items, accountId, updates);
    const lines = await withStoredTags(updates, (names) => this.tags.rehearse(accountId, names));
    const at = this.clock().toISOString();
    const ids = lines.map(({ id }) => id);
    const items = await applyLines(
      lines,
      async (batch) => revisedAll(await this.items.findAll(accountId, ids), { ...batch, at }),
      (batch) => this.items.previewMerge(accountId, { ...batch, at }),
    );
    return batchResult(items);
  }
}
