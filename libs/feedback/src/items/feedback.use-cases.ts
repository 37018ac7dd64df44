import { pageOf, type Clock, type NewId, type Page, type Valid } from '@libs/kernel';
import type { FeedbackQuery } from '../lists/list';
import type { StatuslessFilter } from '../lists/selection';
import {
  feedbackNotFound,
  newFeedback,
  type Feedback,
  type FeedbackChange,
  type NewFeedback,
} from './feedback';
import type { FeedbackRepository } from './feedback.ports';
import type { Source, Status } from './feedback.rules';
import type { ExpectedVersion } from './revision';

/**
 * What the product does with one item and with lists of them. Whoever calls has found out which account is meant; an item of
 * another account, an unknown and a malformed id are all the same `feedback_not_found`.
 */
export class FeedbackUseCases {
  constructor(
    private readonly items: FeedbackRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  async list(accountId: string, query: FeedbackQuery, includeTotal = false): Promise<Page<Feedback>> {
    const rows = await this.items.list(accountId, query);
    const total = includeTotal ? await this.items.count(accountId, query) : undefined;
    return pageOf(rows, query.limit, total);
  }

  /** How many items of each status there are, or how many of those that pass the filter. */
  async countByStatus(
    accountId: string,
    filter?: StatuslessFilter,
  ): Promise<Readonly<Record<Status, number>>> {
    return this.items.countByStatus(accountId, filter);
  }

  /** @throws DomainError `not_found` */
  async read(accountId: string, id: string): Promise<Feedback> {
    return found(await this.items.find(accountId, id.toLowerCase()));
  }

  async submit(accountId: string, input: Valid<NewFeedback>, source: Source): Promise<Feedback> {
    const now = this.clock();
    const item = newFeedback(accountId, input, source, this.newId(now), now);
    await this.items.add(item);
    return item;
  }

  /** @throws DomainError `not_found`, `precondition_failed` */
  async revise(
    accountId: string,
    id: string,
    change: Valid<FeedbackChange>,
    expected: ExpectedVersion = 'any',
  ): Promise<Feedback> {
    const wanted = { change, expected, at: this.clock().toISOString() };
    return found(await this.items.revise(accountId, id.toLowerCase(), wanted));
  }

  /** @throws DomainError `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, expected: ExpectedVersion = 'any'): Promise<void> {
    if (!(await this.items.remove(accountId, id.toLowerCase(), expected))) throw feedbackNotFound();
  }

  /** When an account ends. After a failure it is called again. */
  async removeAll(accountId: string): Promise<void> {
    await this.items.removeAll(accountId);
  }
}

function found(item: Feedback | null): Feedback {
  if (!item) throw feedbackNotFound();
  return item;
}
