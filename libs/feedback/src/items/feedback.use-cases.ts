import { DomainError, pageOf, type Actor, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import type { ChangesQuery, ListedChange } from '../lists/changes';
import type { FeedbackQuery } from '../lists/list';
import { STATUS_COUNT_MAX, type ItemLists, type StatusCounts } from '../lists/list.ports';
import type { StatuslessFilter } from '../lists/selection';
import {
  externalIdTaken,
  feedbackNotFound,
  newFeedback,
  type Feedback,
  type FeedbackChange,
  type FeedbackUpsert,
  type NewFeedback,
} from './feedback';
import type { FeedbackRepository } from './feedback.ports';
import { SOURCES, type Source, type Status } from './feedback.rules';
import { submittedBy, type SubmittedFeedback, type VerifiedPerson } from '../requests/verified-person';
import { isWithoutMerge, noItemToUpdate, type ExpectedVersion } from './revision';
import type { StorageLimit } from '../storage/storage-limit';
import type { AssertCanNotify } from '../status-messages/notify';
import { withStoredTags } from '../tags/stored-tags';
import type { TagRepository } from '../tags/tag.ports';
import { changesTags, type TagsOfLine } from '../tags/tag.rules';

/** Numbers of items. An item counts for each of its tags. */
export interface FeedbackCounts {
  readonly total: number;
  readonly statuses: Readonly<Record<Status, number>>;
  readonly sources: Readonly<Record<Source, number>>;
  readonly tags: readonly { readonly name: string; readonly count: number }[];
}

export interface SubmitOptions {
  readonly store?: (item: SubmittedFeedback) => Promise<void>;
  readonly person?: VerifiedPerson | undefined;
}

/**
 * Use cases of single items and of lists. The caller has authenticated the account. Items of other accounts, unknown
 * IDs, and malformed IDs all throw `feedback_not_found`.
 */
export class FeedbackUseCases {
  constructor(
    private readonly ports: {
      readonly items: FeedbackRepository;
      readonly lists: Pick<
        ItemLists,
        'list' | 'listChanges' | 'count' | 'countByStatus' | 'countByStatusUpTo'
      >;
      readonly tags: TagRepository;
      readonly storage: StorageLimit;
      readonly assertCanNotify: AssertCanNotify;
    },
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  async list(accountId: string, query: FeedbackQuery, includeTotal = false): Promise<Page<Feedback>> {
    const rows = await this.ports.lists.list(accountId, query);
    const total = includeTotal ? await this.ports.lists.count(accountId, query) : undefined;
    return pageOf(rows, query.limit, total);
  }

  /** Returns a page of changed and deleted items, in the order of their times (lists.md 10). */
  async listChanges(accountId: string, query: ChangesQuery): Promise<Page<ListedChange>> {
    return pageOf(await this.ports.lists.listChanges(accountId, query), query.limit);
  }

  /** Returns the number of matching items for each status. Stops at `STATUS_COUNT_MAX`, unless it is to be exact. */
  async countByStatus(
    accountId: string,
    filter: StatuslessFilter,
    { exact }: { readonly exact: boolean },
  ): Promise<StatusCounts> {
    if (!exact) return this.ports.lists.countByStatusUpTo(accountId, filter, STATUS_COUNT_MAX);
    return { counts: await this.ports.lists.countByStatus(accountId, filter), atLeast: [] };
  }

  /** Counts all items by status, source, and tag, without merged ones (lists.md 9). */
  async counts(accountId: string): Promise<FeedbackCounts> {
    const statuses = await this.ports.lists.countByStatus(accountId);
    const sources: Partial<Record<Source, number>> = {};
    for (const source of SOURCES) sources[source] = await this.ports.lists.count(accountId, { source });
    const tags = await this.ports.tags.list(accountId);
    return {
      total: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      statuses,
      sources: sources as Record<Source, number>,
      tags: tags.map(({ name, count }) => ({ name, count })),
    };
  }

  /** @throws DomainError `not_found` */
  async read(accountId: string, id: string): Promise<Feedback> {
    return requireFound(await this.ports.items.find(accountId, id.toLowerCase()));
  }

  /** Returns the item with this external ID, also if it is merged. @throws DomainError `not_found` */
  async readByExternalId(accountId: string, externalId: string): Promise<Feedback> {
    return requireFound(await this.ports.items.findByExternalId(accountId, externalId));
  }

  /**
   * @param store stores the item, if something else is stored with it
   * @param person who submits it, as an identity token says
   * @throws DomainError `conflict`
   */
  async submit(
    accountId: string,
    input: Valid<NewFeedback>,
    source: Source,
    by: Actor,
    { store = (item) => this.ports.items.add(item, by), person }: SubmitOptions = {},
  ): Promise<Feedback> {
    this.ports.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const submission = await this.withTags(accountId, input, by);
    const created = newFeedback(accountId, submission, source, this.newId(now), now);
    const item = person ? submittedBy(person, created) : created;
    await store(item);
    return item;
  }

  /** @throws DomainError `not_found`, `precondition_failed`, `conflict` */
  async revise(
    accountId: string,
    id: string,
    change: Valid<FeedbackChange>,
    by: Actor,
    expected: ExpectedVersion = 'any',
  ): Promise<Feedback> {
    this.ports.storage.assertBelowStorageLimit(accountId);
    const tagged = await this.withTags(accountId, change, by);
    const itemId = id.toLowerCase();
    this.ports.assertCanNotify([change]);
    const revision = { expected, by, at: this.clock().toISOString() };
    if (isWithoutMerge(tagged) && !changesTags(tagged) && !tagged.notify)
      return requireFound(await this.ports.items.revise(accountId, itemId, { change: tagged, ...revision }));
    const updates = [{ ...tagged, id: itemId }];
    const { after } = await this.ports.items.merge(accountId, { updates, pathOf: () => '', ...revision });
    return requireFound(after[0] ?? null);
  }

  /**
   * Updates the item with this external ID, or creates one. Absent fields stay unchanged, and so does the email address
   * of an existing item. Concurrent calls never create two items (items.md 10).
   * @param expected if given, an item must exist
   * @throws DomainError `precondition_failed`, `conflict`
   */
  async upsert(
    accountId: string,
    externalId: string,
    input: Valid<FeedbackUpsert>,
    by: Actor,
    expected?: ExpectedVersion,
  ): Promise<{ readonly item: Feedback; readonly isNew: boolean }> {
    this.ports.storage.assertBelowStorageLimit(accountId);
    const tagged = await this.withTags(accountId, input, by);
    const { submitter_email: _, ...change } = tagged;
    for (;;) {
      const at = this.clock();
      const current = await this.ports.items.findByExternalId(accountId, externalId);
      if (current) {
        const revision = { change, expected: expected ?? 'any', by, at: at.toISOString() };
        const item = await this.ports.items.revise(accountId, current.id, revision);
        // Deleted in the meantime.
        if (!item) continue;
        return { item, isNew: false };
      }
      if (expected !== undefined) throw noItemToUpdate();
      const item = newFeedback(accountId, { ...tagged, external_id: externalId }, 'api', this.newId(at), at);
      if (await this.isAdded(item, by)) return { item, isNew: true };
    }
  }

  /** Creates the tags of the input that don't exist. @throws DomainError `conflict` if there are too many tags */
  private async withTags<T extends TagsOfLine>(accountId: string, input: T, by: Actor): Promise<T> {
    if (!input.tags?.length && !input.add_tags?.length) return input;
    const newId = () => this.newId(this.clock());
    const [stored] = await withStoredTags([input], (names) =>
      this.ports.tags.ensure(accountId, names, newId, by),
    );
    return stored!;
  }

  /** Returns false if another item has the external ID. */
  private async isAdded(item: Feedback, by: Actor): Promise<boolean> {
    try {
      await this.ports.items.add(item, by);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === externalIdTaken().code) return false;
      throw error;
    }
  }

  /** @throws DomainError `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, by: Actor, expected: ExpectedVersion = 'any'): Promise<void> {
    if (!(await this.ports.items.remove(accountId, id.toLowerCase(), expected, by))) throw feedbackNotFound();
  }

  /** Deletes all items of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.ports.items.removeAll(accountId);
  }
}

function requireFound(item: Feedback | null): Feedback {
  if (!item) throw feedbackNotFound();
  return item;
}
