import {
  policiesOf,
  rateLimitExceeded,
  rateLimitHeaders,
  type Caller,
  type Plan,
  type RateLimits,
  type RateLimitStore,
} from '@libs/accounts';

type Holder = Pick<Caller, 'bucketId' | 'plan'>;
type Headers = Readonly<Record<string, string>>;

/** What a key may still ask for: calls of tools take from the same bucket as requests of the API (API.md 2.3). */
export class CallBudget {
  constructor(
    private readonly store: RateLimitStore,
    private readonly limits: Readonly<Record<Plan, RateLimits>>,
  ) {}

  /** Counts one call. @param tell is told how the key stands. @throws DomainError `rate_limit` */
  async spend({ bucketId, plan }: Holder, tell: (headers: Headers) => void): Promise<void> {
    const state = await this.store.take(bucketId, policiesOf(plan, this.limits));
    tell(rateLimitHeaders(state));
    if (!state.admitted) throw rateLimitExceeded(state);
  }

  /** How the key stands, at no cost. */
  async headersOf({ bucketId, plan }: Holder): Promise<Headers> {
    const windows = await this.store.peek(bucketId, policiesOf(plan, this.limits));
    return rateLimitHeaders({ admitted: true, windows });
  }
}
