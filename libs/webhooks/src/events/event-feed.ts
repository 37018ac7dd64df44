import { DomainError } from '@libs/kernel';
import type { EventLog, EventPage, EventQuery, NewestPage, NewestQuery } from './event-log.ports';
import { LATEST } from './event-selection';

export type FeedQuery = Omit<EventQuery, 'after'> & {
  /** `latest`: after the present. */
  readonly after: EventQuery['after'] | typeof LATEST;
  /** Without `after`, the position to start at. It can be older than what is kept. */
  readonly since?: number;
};
export type FeedPage = Omit<EventPage, 'dropped'>;

/** Reads the events of an account (events.md 2). */
export class EventFeed {
  constructor(private readonly log: EventLog) {}

  /** @throws DomainError `gone` if events after the position have been dropped */
  async list(accountId: string, { after, since, ...query }: FeedQuery): Promise<FeedPage> {
    if (after === LATEST) return { events: [], next: await this.log.last(), hasMore: false };
    const { dropped, ...page } = await this.log.list(accountId, { after: after ?? since ?? null, ...query });
    if (after !== null && after < dropped) throw cursorExpired();
    return page;
  }

  /** For people, who read the newest events first (dashboard.md 12). */
  newest(accountId: string, query: NewestQuery): Promise<NewestPage> {
    return this.log.newest(accountId, query);
  }

  /** Deletes the events of an account that no longer exists. */
  async removeAll(accountId: string): Promise<void> {
    await this.log.removeAll(accountId);
  }
}

export const cursorExpired = (): DomainError =>
  new DomainError(
    'gone',
    'cursor_expired',
    'The cursor is older than the retention period; start again with after=latest or without a cursor',
  );

/** Seconds after which a client can try again: streams end when their clients do. */
const RETRY_AFTER = 5;

export const tooManyStreams = (max: number, holder: 'API key' | 'member' | 'account'): DomainError =>
  new DomainError(
    'rate_limit',
    'too_many_streams',
    `Too many event streams for this ${holder} (maximum ${max})`,
    {
      retryAfter: RETRY_AFTER,
    },
  );
