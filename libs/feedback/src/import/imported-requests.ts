import type { Instant, NewId, ValuesOf } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import {
  addressOf,
  changedRequest,
  newRequest,
  submissionOf,
  type FeedbackRequest,
} from '../requests/request';
import { totalsOf } from '../requests/totals';
import type { ExportedRequest, REQUEST_COLUMNS } from './imported-requests.rules';

/** What a row says about who asks for its item. */
export interface RequestInput extends ValuesOf<typeof REQUEST_COLUMNS> {
  readonly requests?: readonly ExportedRequest[];
}

/** An item with its totals, and those who ask for it. */
export interface ItemWithRequests {
  readonly item: Feedback;
  /** What is stored besides the item: its submission only if the row has details of it. */
  readonly requests: readonly FeedbackRequest[];
}

/**
 * Adds the requests of a row to its item (import.md 11). Each address asks once, with the values of the last element
 * that has it. Votes beyond the people who are known become one request without an address.
 */
export function withRequests(item: Feedback, input: RequestInput, newId: NewId): ItemWithRequests {
  const asked = new AskedBy(item, newId);
  for (const email of input.voters ?? []) asked.add({ email });
  for (const request of input.requests ?? []) asked.add(request);
  asked.describeSubmission(input);
  const known = totalsOf(asked.all());
  const unnamed = (input.votes ?? 0) - known.request_count;
  if (unnamed > 0) asked.add({ count: unnamed });
  const [submission, ...others] = asked.all();
  const hasDetails = DETAILS.some((name) => submission![name] !== null);
  const requests = hasDetails ? [submission!, ...others] : others;
  return { item: { ...item, ...totalsOf(asked.all()) }, requests };
}

const DETAILS = ['name', 'company', 'value', 'quote', 'link'] as const;

/** The requests of one item, its submission first. */
class AskedBy {
  private readonly requests: FeedbackRequest[];
  private readonly places = new Map<string, number>();

  constructor(
    private readonly item: Feedback,
    private readonly newId: NewId,
  ) {
    const submission = submissionOf(item);
    this.requests = [submission];
    const address = addressOf(submission);
    if (address !== null) this.places.set(address, 0);
  }

  all = (): readonly FeedbackRequest[] => this.requests;

  add({
    id,
    feedback_id: itemId,
    confirmed_at: _,
    verified: _verified,
    source,
    created_at,
    ...input
  }: ExportedRequest): void {
    if (id && id.toLowerCase() === itemId?.toLowerCase()) return this.describeSubmission(input);
    const address = input.email?.toLowerCase() ?? null;
    const place = address === null ? undefined : this.places.get(address);
    if (place !== undefined) {
      this.requests[place] = changedRequest(this.requests[place]!, input);
      return;
    }
    if (address !== null) this.places.set(address, this.requests.length);
    this.requests.push(this.newRequest(input, source, created_at));
  }

  private newRequest(
    input: ExportedRequest,
    source: FeedbackRequest['source'] = 'import',
    createdAt: Instant = this.item.created_at,
  ): FeedbackRequest {
    const now = new Date(createdAt);
    const { accountId, id } = this.item;
    return newRequest(accountId, id, input, source, { id: this.newId(now), now });
  }

  /** Its address is that of the item. */
  describeSubmission(details: Partial<Pick<FeedbackRequest, (typeof DETAILS)[number]>>): void {
    const given = Object.fromEntries(DETAILS.map((name) => [name, details[name]]));
    this.requests[0] = changedRequest(this.requests[0]!, given);
  }
}
