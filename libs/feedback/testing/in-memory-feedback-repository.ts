import {
  assertVersion,
  revised,
  type ExpectedVersion,
  type Feedback,
  type FeedbackQuery,
  type FeedbackRepository,
  type Revision,
  type Status,
} from '../src';

/** Runs the same contract as PostgreSQL does; what unit tests use. */
export class InMemoryFeedbackRepository implements FeedbackRepository {
  private readonly accounts = new Map<string, Map<string, Feedback>>();

  async add(item: Feedback): Promise<void> {
    this.of(item.accountId).set(item.id, item);
  }

  async list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]> {
    const { limit, offset, after } = query;
    return this.newestFirst(accountId, query.status)
      .filter((item) => after === undefined || item.id < after)
      .slice(offset, offset + limit + 1);
  }

  async count(accountId: string, status?: Status): Promise<number> {
    return this.newestFirst(accountId, status).length;
  }

  async find(accountId: string, id: string): Promise<Feedback | null> {
    return this.of(accountId).get(id) ?? null;
  }

  async revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null> {
    const current = this.of(accountId).get(id);
    if (!current) return null;
    const next = revised(current, revision);
    this.of(accountId).set(id, next);
    return next;
  }

  async remove(accountId: string, id: string, expected: ExpectedVersion): Promise<boolean> {
    const current = this.of(accountId).get(id);
    if (!current) return false;
    assertVersion(current, expected);
    return this.of(accountId).delete(id);
  }

  private of(accountId: string): Map<string, Feedback> {
    let items = this.accounts.get(accountId);
    if (!items) this.accounts.set(accountId, (items = new Map()));
    return items;
  }

  private newestFirst(accountId: string, status?: Status): Feedback[] {
    return [...this.of(accountId).values()]
      .filter((item) => status === undefined || item.status === status)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }
}
