import type { Actor, Clock, NewId, Valid } from '@libs/kernel';
import { newFeedback, type Feedback, type NewFeedback } from '../items/feedback';
import type { Source } from '../items/feedback.rules';
import { batchResult, type BatchResult, type FeedbackUpdates, type RevisedItems } from '../batch/batch';
import { assertFreeExternalIds } from '../batch/external-ids';
import type { FeedbackRepository } from '../items/feedback.ports';
import { applyLines } from '../batch/apply-lines';
import { notifyOf, type Operations, type Outcome } from '../batch/operations';
import { assertRoomFor } from '../batch/room';
import { expiryCutoff, type StoredResponse, type IdempotentRequest } from './idempotency';
import type { IdempotencyRepository } from './idempotency.ports';
import { submittedBy, type ItemSender } from '../requests/verified-person';
import { withStoredTags, type FindTags } from '../tags/stored-tags';
import { tagKey } from '../tags/tag.rules';
import type { TagRepository } from '../tags/tag.ports';
import type { AssertCanNotify } from '../status-messages/notify';
import type { StorageLimit } from '../storage/storage-limit';

/**
 * Writes that take effect once per idempotency key (idempotency.md 2). `respond` builds the response of the surface.
 * Errors are not stored, so the same request can be repeated after any error.
 */
export class IdempotencyUseCases {
  constructor(
    private readonly ports: {
      readonly writes: IdempotencyRepository;
      readonly items: Pick<FeedbackRepository, 'findHolders'>;
      readonly tags: TagRepository;
      readonly storage: StorageLimit;
      readonly assertCanNotify: AssertCanNotify;
    },
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /**
   * @param sender who submits it, as an identity token says. Its token is not used up by a repeated request
   * @throws DomainError `idempotency`, `conflict`
   */
  async submit(
    accountId: string,
    input: Valid<NewFeedback>,
    source: Source,
    by: Actor,
    request: IdempotentRequest,
    respond: (item: Feedback) => string,
    sender: ItemSender | null = null,
  ): Promise<StoredResponse> {
    const now = this.clock();
    await this.assertBelowStorageLimit(accountId, request, now);
    const [tagged] = await withStoredTags([input], this.ensure(accountId, request, now, by));
    const created = newFeedback(accountId, tagged!, source, this.newId(now), now);
    if (!sender) return this.ports.writes.add(created, by, request, respond);
    const item = submittedBy(sender.person, created);
    const add = () => this.ports.writes.add(item, by, request, respond, sender.follow);
    const isKnown = () => this.ports.writes.isKnown(accountId, request, now.toISOString());
    if (await isKnown()) return add();
    try {
      return await sender.use(add);
    } catch (error) {
      // The same request could have used the token up since.
      if (!(await isKnown())) throw error;
      return add();
    }
  }

  /** @throws DomainError `not_found` with every line whose item is not found, `idempotency`, `conflict` */
  async reviseAll(
    accountId: string,
    { updates }: Valid<FeedbackUpdates>,
    by: Actor,
    request: IdempotentRequest,
    respond: (result: BatchResult) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    await this.assertBelowStorageLimit(accountId, request, now);
    this.ports.assertCanNotify(updates);
    await this.assertFreeExternalIds(accountId, updates, request, now);
    const lines = await withStoredTags(updates, this.ensure(accountId, request, now, by));
    const respondWith = (items: RevisedItems) => respond(batchResult(items));
    const at = now.toISOString();
    return applyLines(
      lines,
      (batch) => this.ports.writes.reviseAll(accountId, { ...batch, by, at }, request, respondWith),
      (batch) => this.ports.writes.merge(accountId, { ...batch, by, at }, request, respondWith),
    );
  }

  /** @throws DomainError as `FeedbackBatchUseCases.applyAll`, `idempotency` */
  async applyAll(
    accountId: string,
    operations: Operations,
    by: Actor,
    request: IdempotentRequest,
    respond: (outcomes: readonly Outcome[]) => string,
  ): Promise<StoredResponse> {
    const now = this.clock();
    this.ports.assertCanNotify(operations.operations.map(notifyOf));
    const check = async () => assertRoomFor(operations, this.ports.storage, accountId);
    await this.unlessRepeated(check(), accountId, request, now);
    const batch = { ...operations, by, now, newId: () => this.newId(now) };
    return this.ports.writes.applyAll(accountId, batch, request, respond);
  }

  /**
   * Deletes a chunk of the expired records, of all accounts. Returns how many; 0 if none is left, or if another
   * instance is purging.
   */
  async purge(): Promise<number> {
    return this.ports.writes.purge(expiryCutoff(this.clock().toISOString()));
  }

  private assertBelowStorageLimit(accountId: string, request: IdempotentRequest, now: Date): Promise<void> {
    const check = async () => this.ports.storage.assertBelowStorageLimit(accountId);
    return this.unlessRepeated(check(), accountId, request, now);
  }

  private assertFreeExternalIds(
    accountId: string,
    updates: FeedbackUpdates['updates'],
    request: IdempotentRequest,
    now: Date,
  ): Promise<void> {
    const check = assertFreeExternalIds(this.ports.items, accountId, updates);
    return this.unlessRepeated(check, accountId, request, now);
  }

  /** A repeated request gets its response, also if a check of a new one fails. */
  private async unlessRepeated(
    check: Promise<void>,
    accountId: string,
    request: IdempotentRequest,
    now: Date,
  ): Promise<void> {
    try {
      await check;
    } catch (error) {
      if (!(await this.ports.writes.isKnown(accountId, request, now.toISOString()))) throw error;
    }
  }

  /** Creates missing tags, unless the request is a repeated one, which changes nothing. */
  private ensure(accountId: string, request: IdempotentRequest, now: Date, by: Actor): FindTags {
    return async (names) => {
      const found = await this.ports.tags.find(accountId, names);
      const keys = new Set(found.map(({ name }) => tagKey(name)));
      if (names.every((name) => keys.has(tagKey(name)))) return found;
      if (await this.ports.writes.isKnown(accountId, request, now.toISOString())) return found;
      return this.ports.tags.ensure(accountId, names, () => this.newId(now), by);
    };
  }
}
