import { SYSTEM, type Actor } from '@libs/kernel';
import {
  addressOf,
  addressTaken,
  changedRequest,
  isSubmission,
  newRequest,
  REQUESTS_MAX,
  submissionOf,
  tooManyRequests,
  verifiedRequest,
  type AddedRequest,
  type Feedback,
  type FeedbackRequest,
  type RequestAddition,
  type RequestChange,
  type RequestPlace,
  type RequestRepository,
  type RequestsQuery,
} from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

const keyOf = ({ feedback_id: itemId, id }: RequestPlace) => `${itemId} ${id}`;

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. */
export class InMemoryRequestRepository implements RequestRepository {
  /** Stored requests, by account. */
  private readonly accounts = new Map<string, Map<string, FeedbackRequest>>();

  constructor(private readonly items: InMemoryFeedbackRepository) {
    items.onRemoval.push((accountId, itemId) => {
      for (const request of this.stored(accountId))
        if (itemId === undefined || request.feedback_id === itemId) this.of(accountId).delete(keyOf(request));
    });
  }

  /** The requests of an item, its submission first. */
  requestsOf(item: Feedback): readonly FeedbackRequest[] {
    const stored = this.stored(item.accountId).filter(({ feedback_id: itemId }) => itemId === item.id);
    const submission = { ...stored.find(isSubmission), ...emailOf(item) };
    return [{ ...submissionOf(item), ...submission }, ...stored.filter((request) => !isSubmission(request))];
  }

  async add(
    accountId: string,
    itemId: string,
    { inputs, source, by, now, newId, verified }: RequestAddition,
  ): Promise<readonly AddedRequest[] | null> {
    const item = this.items.itemOf(accountId, itemId);
    if (!item) return null;
    const requests = this.requestsOf(item);
    const asAdded = (request: FeedbackRequest) =>
      verified ? verifiedRequest(request, now.toISOString()) : request;
    const added = inputs.map((input): AddedRequest => {
      const address = input.email?.toLowerCase() ?? null;
      const same = requests.find((one) => address !== null && addressOf(one) === address);
      return same
        ? { request: asAdded(changedRequest(same, input)), isNew: false }
        : {
            request: asAdded(newRequest(accountId, itemId, input, source, { id: newId(), now })),
            isNew: true,
          };
    });
    const others = requests.length - 1;
    if (others + added.filter(({ isNew }) => isNew).length > REQUESTS_MAX) throw tooManyRequests();
    for (const { request } of added) this.store(request);
    this.counted(accountId, by);
    for (const { request, isNew } of added) if (isNew) this.record('request_created', request, by);
    return added;
  }

  async list(
    accountId: string,
    itemId: string,
    { limit, after }: RequestsQuery,
  ): Promise<readonly FeedbackRequest[] | null> {
    if (!this.items.itemOf(accountId, itemId)) return null;
    return this.items
      .groupsOf(accountId)
      .groupOf(itemId)
      .flatMap((id) => this.requestsOf(this.items.itemOf(accountId, id)!))
      .filter(({ id }) => after === undefined || id < after)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async find(accountId: string, itemId: string, id: string): Promise<FeedbackRequest | null> {
    const item = this.items.itemOf(accountId, itemId);
    return (item && this.requestsOf(item).find((request) => request.id === id)) ?? null;
  }

  async change(
    accountId: string,
    itemId: string,
    id: string,
    { change, by }: { readonly change: RequestChange; readonly by: Actor },
  ): Promise<FeedbackRequest | null> {
    const current = await this.find(accountId, itemId, id);
    if (!current) return null;
    const next = changedRequest(current, change);
    const others = this.requestsOf(this.items.itemOf(accountId, itemId)!).filter((one) => one.id !== id);
    if (next.email !== null && others.some((one) => addressOf(one) === addressOf(next))) throw addressTaken();
    if (next !== current) this.store(next);
    this.counted(accountId, by);
    return next;
  }

  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean> {
    const request = await this.find(accountId, itemId, id);
    if (!request || isSubmission(request)) return false;
    this.of(accountId).delete(keyOf(request));
    this.counted(accountId, by);
    this.record('request_deleted', request, by);
    return true;
  }

  /** Stores a request as it is, as an erasure does. */
  replace(request: FeedbackRequest, by: Actor): void {
    this.store(request);
    this.counted(request.accountId, by);
  }

  /** Removes what is personal in the details of a submission. */
  forgetSubmission({ accountId, id }: Feedback): void {
    const details = this.of(accountId).get(keyOf({ feedback_id: id, id }));
    if (details) this.store({ ...details, name: null, quote: null, link: null });
  }

  async listAll(
    accountId: string,
    after: RequestPlace | null,
    limit: number,
  ): Promise<readonly FeedbackRequest[]> {
    return this.stored(accountId)
      .map((request) =>
        isSubmission(request)
          ? { ...request, ...emailOf(this.items.itemOf(accountId, request.id)!) }
          : request,
      )
      .filter((request) => after === null || keyOf(request) > keyOf(after))
      .toSorted((a, b) => (keyOf(a) > keyOf(b) ? 1 : -1))
      .slice(0, limit);
  }

  async removeAll(accountId: string): Promise<void> {
    this.accounts.delete(accountId);
  }

  private counted(accountId: string, by: Actor): void {
    this.items.recount(accountId, { by, at: new Date().toISOString() });
  }

  record(kind: 'request_created' | 'request_deleted', request: FeedbackRequest, by: Actor): void {
    const { accountId } = request;
    const item = this.items.itemOf(accountId, request.feedback_id)!;
    const target = item.merged_into === null ? item : this.items.itemOf(accountId, item.merged_into)!;
    this.items.record(accountId, { kind, actor: by, at: new Date().toISOString(), request, item: target });
  }

  /** Counts the requests of all items again after an import or its undo, which have no events. */
  recountQuietly(accountId: string): void {
    this.items.recount(accountId, { by: SYSTEM, at: new Date().toISOString() }, false);
  }

  /** Deletes requests without counting or recording it, and returns how many there were. */
  discard(accountId: string, places: readonly RequestPlace[]): number {
    return places.filter((place) => this.of(accountId).delete(keyOf(place))).length;
  }

  has = (accountId: string, place: RequestPlace): boolean => this.of(accountId).has(keyOf(place));

  /** Stores a request without counting or recording it. */
  store(request: FeedbackRequest): void {
    this.of(request.accountId).set(keyOf(request), request);
  }

  private stored = (accountId: string) => [...this.of(accountId).values()];

  private of(accountId: string): Map<string, FeedbackRequest> {
    let requests = this.accounts.get(accountId);
    if (!requests) this.accounts.set(accountId, (requests = new Map()));
    return requests;
  }
}

/** The address of a submission is that of the item. */
const emailOf = ({ submitter_email: email }: Feedback) => ({ email });
