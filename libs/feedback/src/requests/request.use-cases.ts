import {
  PAGE_MAX,
  pageOf,
  VISITOR,
  type Actor,
  type Clock,
  type NewId,
  type Page,
  type Valid,
} from '@libs/kernel';
import { feedbackNotFound } from '../items/feedback';
import type { StorageLimit } from '../storage/storage-limit';
import {
  combined,
  requestNotFound,
  submissionNotDeletable,
  type FeedbackRequest,
  type AgreedRequest,
  type RequestChange,
  type RequestSource,
} from './request';
import type { VerifiedPerson } from './verified-person';
import type { AddedRequest, RequestPlace, RequestRepository, RequestsQuery } from './request.ports';

export type OnAgreed = (accountId: string, itemId: string, emails: readonly string[]) => Promise<void>;

/** Use cases of requests (requests.md 3). */
export class RequestUseCases {
  constructor(
    private readonly requests: RequestRepository,
    private readonly clock: Clock,
    private readonly newId: NewId,
    private readonly storage: StorageLimit,
    /** Called with the addresses of people who agreed to messages, after their requests are stored. */
    private readonly onAgreed: OnAgreed = async () => {},
  ) {}

  /** @throws DomainError `not_found` */
  async list(accountId: string, itemId: string, query: RequestsQuery): Promise<Page<FeedbackRequest>> {
    const rows = await this.requests.list(accountId, itemId.toLowerCase(), query);
    if (!rows) throw feedbackNotFound();
    return pageOf(rows, query.limit);
  }

  /** @throws DomainError `not_found` */
  async read(accountId: string, itemId: string, id: string): Promise<FeedbackRequest> {
    return requireRequest(await this.requests.find(accountId, itemId.toLowerCase(), id.toLowerCase()));
  }

  /**
   * Adds requests, and updates those of the same address. Returns one for each line.
   * @throws DomainError `not_found`, `conflict`
   */
  async add(
    accountId: string,
    itemId: string,
    lines: Valid<readonly AgreedRequest[]>,
    source: RequestSource,
    by: Actor,
  ): Promise<readonly AddedRequest[]> {
    this.storage.assertBelowStorageLimit(accountId);
    const { inputs, places } = combined(lines.map(({ notify: _, ...line }) => line));
    const now = this.clock();
    const addition = { inputs, source, by, now, newId: () => this.newId(now) };
    const added = await this.requests.add(accountId, itemId.toLowerCase(), addition);
    if (!added) throw feedbackNotFound();
    const agreed = lines.flatMap(({ email, notify }) => (notify === true && email ? [email] : []));
    if (agreed.length > 0) await this.onAgreed(accountId, itemId, agreed);
    return places.map((place) => added[place]!);
  }

  /**
   * The person of an identity token votes for an item, which the address then follows. What the token leaves out stays
   * as it is.
   * @throws DomainError `not_found`, `conflict`
   */
  async vote(accountId: string, itemId: string, person: VerifiedPerson & { email: string }): Promise<void> {
    this.storage.assertBelowStorageLimit(accountId);
    const now = this.clock();
    const { locale: _, ...claims } = person;
    const input = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
    const addition = { inputs: [input], source: 'vote', by: VISITOR, now, verified: true } as const;
    const added = await this.requests.add(accountId, itemId, { ...addition, newId: () => this.newId(now) });
    if (!added) throw feedbackNotFound();
    await this.onAgreed(accountId, itemId, [person.email]);
  }

  /** @throws DomainError `not_found`, `validation`, `conflict` */
  async change(
    accountId: string,
    itemId: string,
    id: string,
    change: Valid<RequestChange>,
    by: Actor,
  ): Promise<FeedbackRequest> {
    this.storage.assertBelowStorageLimit(accountId);
    const revision = { change, by };
    return requireRequest(
      await this.requests.change(accountId, itemId.toLowerCase(), id.toLowerCase(), revision),
    );
  }

  /** @throws DomainError `not_found`, `conflict` if it is the submission */
  async remove(accountId: string, itemId: string, id: string, by: Actor): Promise<void> {
    const [item, request] = [itemId.toLowerCase(), id.toLowerCase()];
    if (item === request && (await this.requests.find(accountId, item, request)))
      throw submissionNotDeletable();
    if (!(await this.requests.remove(accountId, item, request, by))) throw requestNotFound();
  }

  /** Yields pages of all stored requests, for an export of the account. */
  async *all(accountId: string): AsyncGenerator<readonly FeedbackRequest[]> {
    for (let after: RequestPlace | null = null; ;) {
      const page: readonly FeedbackRequest[] = await this.requests.listAll(accountId, after, PAGE_MAX);
      yield page;
      if (page.length < PAGE_MAX) return;
      after = page.at(-1)!;
    }
  }

  /** Deletes all requests of a deleted account. After an error, call it again. */
  async removeAll(accountId: string): Promise<void> {
    await this.requests.removeAll(accountId);
  }
}

function requireRequest(request: FeedbackRequest | null): FeedbackRequest {
  if (!request) throw requestNotFound();
  return request;
}
