import { pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import type { Feedback, NewFeedback } from '../items/feedback';
import type { Source } from '../items/feedback.rules';
import {
  quarantined,
  quarantinedNotFound,
  type QuarantinedFeedback,
  type QuarantineReason,
} from './quarantine';
import type { QuarantineQuery, QuarantineRepository } from './quarantine.ports';
import type { StorageLimit } from '../storage/storage-limit';

/**
 * Use cases of submissions that look like spam: they are stored with a reason until a member releases or deletes them
 * (form.md 5). Entries of other accounts, unknown IDs, and malformed IDs all throw `quarantined_not_found`.
 */
export class QuarantineUseCases {
  constructor(
    private readonly entries: QuarantineRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly storage: StorageLimit,
  ) {}

  /** @throws DomainError `conflict` */
  async quarantine(
    accountId: string,
    input: Valid<Omit<NewFeedback, 'status'>>,
    source: Source,
    reason: QuarantineReason,
  ): Promise<QuarantinedFeedback> {
    this.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const entry = quarantined(accountId, input, source, reason, this.newId(now), now);
    await this.entries.add(entry);
    return entry;
  }

  async list(accountId: string, query: QuarantineQuery): Promise<Page<QuarantinedFeedback>> {
    return pageOf(await this.entries.list(accountId, query), query.limit);
  }

  async count(accountId: string): Promise<number> {
    return this.entries.count(accountId);
  }

  /**
   * Turns the entry into a feedback item.
   * @throws DomainError `not_found`, `conflict`
   */
  async release(accountId: string, id: string, by: Actor): Promise<Feedback> {
    this.storage.assertBelowStorageLimit(accountId);
    const item = await this.entries.release(accountId, id.toLowerCase(), by);
    if (!item) throw quarantinedNotFound();
    return item;
  }

  /** @throws DomainError `not_found` */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.entries.remove(accountId, id.toLowerCase()))) throw quarantinedNotFound();
  }

  /** Deletes all entries of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.entries.removeAll(accountId);
  }
}
