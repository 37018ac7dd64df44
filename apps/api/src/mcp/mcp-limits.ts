import { hash } from 'node:crypto';
import {
  MINUTE_SECONDS,
  policiesOf,
  rateLimitExceeded,
  rateLimitHeaders,
  type Caller,
  type Plan,
  type RateLimitPolicy,
  type RateLimits,
  type RateLimitState,
  type RateLimitStore,
} from '@libs/accounts';
import { uuidOfDigest } from '@libs/kernel';
import { isToolCall, MESSAGE_BYTES } from './mcp-messages';

type LimitedKey = Pick<Caller, 'bucketId' | 'plan'>;

/** Receives the rate limit headers of the response; later calls replace earlier ones. */
export type SetHeaders = (headers: Readonly<Record<string, string>>) => void;

/**
 * The limits of a key at `/mcp` (mcp.md 6): a tool call counts as a request of the REST API, in the same bucket. All
 * other messages have a separate bucket, so that connecting costs no quota.
 */
export class McpLimits {
  private readonly messagePolicies: readonly RateLimitPolicy[];

  /** @param messagesPerMinute limit of messages other than tool calls; 0 for no limit */
  constructor(
    private readonly store: RateLimitStore,
    private readonly callLimits: Readonly<Record<Plan, RateLimits>>,
    messagesPerMinute: number,
  ) {
    const perMinute = { name: 'minute', quota: messagesPerMinute, windowSeconds: MINUTE_SECONDS } as const;
    this.messagePolicies = messagesPerMinute > 0 ? [perMinute] : [];
  }

  /**
   * Checks the limits before the body is read, without counting.
   * @param bodyBytes size of the body, 0 if unknown
   * @throws DomainError `rate_limit` if no message that the body can contain is within its limit
   */
  async assertWithinLimits(
    { bucketId, plan }: LimitedKey,
    bodyBytes: number,
    setHeaders: SetHeaders,
  ): Promise<void> {
    const calls = await this.peek(bucketId, policiesOf(plan, this.callLimits));
    setHeaders(rateLimitHeaders(calls));
    if (calls.admitted) return;
    if (bodyBytes > MESSAGE_BYTES) throw rateLimitExceeded(calls);
    const messages = await this.peek(messageBucketOf(bucketId), this.messagePolicies);
    if (messages.admitted) return;
    setHeaders(rateLimitHeaders(messages));
    throw rateLimitExceeded(messages);
  }

  /** Counts a tool call. @throws DomainError `rate_limit` */
  async countCall({ bucketId, plan }: LimitedKey, setHeaders: SetHeaders): Promise<void> {
    const state = await this.store.take(bucketId, policiesOf(plan, this.callLimits));
    setHeaders(rateLimitHeaders(state));
    if (!state.admitted) throw rateLimitExceeded(state);
  }

  /** Counts a message other than a tool call. @throws DomainError `rate_limit` */
  async countMessage({ bucketId }: LimitedKey, setHeaders: SetHeaders): Promise<void> {
    const state = await this.store.take(messageBucketOf(bucketId), this.messagePolicies);
    if (state.admitted) return;
    setHeaders(rateLimitHeaders(state));
    throw rateLimitExceeded(state);
  }

  /**
   * Counts every message of a body. A tool call over its limit counts as a message, because its response costs as
   * much: a key that keeps calling exceeds both limits, and its requests are then rejected unread.
   * @param countedCalls tool calls that are counted already
   * @returns the tool calls over the limit, with the error of each
   * @throws DomainError `rate_limit` if another message is over its limit; no tool call is counted then
   */
  async countAll(
    key: LimitedKey,
    messages: readonly unknown[],
    countedCalls: number,
    setHeaders: SetHeaders,
  ): Promise<ReadonlyMap<unknown, unknown>> {
    const calls = messages.filter(isToolCall);
    // An empty batch is an invalid message.
    const others = Math.max(messages.length, 1) - calls.length;
    for (let i = 0; i < others; i++) await this.countMessage(key, setHeaders);
    const rejected = new Map<unknown, unknown>();
    for (const call of calls.slice(countedCalls)) {
      try {
        await this.countCall(key, setHeaders);
      } catch (error) {
        rejected.set(call, error);
        await this.store.take(messageBucketOf(key.bucketId), this.messagePolicies);
      }
    }
    return rejected;
  }

  private async peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<RateLimitState> {
    const windows = await this.store.peek(bucketId, policies);
    return { admitted: windows.every(({ remaining }) => remaining > 0), windows };
  }
}

/** A second bucket of the same key. Stores take UUIDs, so it is one too. */
function messageBucketOf(bucketId: string): string {
  return uuidOfDigest(hash('sha256', `mcp messages of ${bucketId}`, 'hex'));
}
