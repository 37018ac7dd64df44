import { Logger } from '@nestjs/common';
import type { EventFeed, EventLog, EventQuery, EventSelection, FeedPage } from '@libs/webhooks';
import { onceAMinute } from '../once-a-minute';

const POLL_MS = 100;
/** Interval of pages without new events. Their position moves on with the events of others. */
const QUIET_MS = 15_000;
/** Events that a follower reads at once. Few, because each of many followers can have them in memory. */
const PAGE_SIZE = 20;

/**
 * Follows the event log for many readers. One query every 100 ms finds the accounts with new events; only their readers
 * read the log. Doesn't use LISTEN, which a pooler such as PgBouncer doesn't support.
 */
export class LiveEvents {
  private readonly warn = onceAMinute((message: string) =>
    new Logger(LiveEvents.name).warn(`Could not read new events: ${message}`),
  );
  /** By account: the functions that wake its readers. */
  private readonly sleepers = new Map<string, Set<() => void>>();
  /** Reads in progress, which readers at the same position share. */
  private readonly reads = new Map<string, Promise<FeedPage>>();
  private seen = 0;
  private isPolling = false;

  constructor(
    private readonly feed: EventFeed,
    private readonly log: Pick<EventLog, 'last' | 'accountsAfter'>,
  ) {}

  /** Yields all later pages, until the signal aborts. Without new events, yields an empty page every 15 seconds. */
  async *follow(
    accountId: string,
    { after, ...selection }: Omit<EventQuery, 'limit'>,
    signal: AbortSignal,
  ): AsyncGenerator<FeedPage> {
    const news = this.subscribe(accountId, signal);
    try {
      for (let position = after; !signal.aborted;) {
        news.reset();
        const page = await this.read(accountId, position, selection);
        position = page.next;
        yield page;
        if (!page.hasMore) await news.wait();
      }
    } finally {
      news.end();
    }
  }

  /** `wait` resolves after new events since `reset`, after 15 seconds, or when the signal aborts. */
  private subscribe(accountId: string, signal: AbortSignal) {
    let isNew = false;
    let resolve = (): void => {};
    const wake = () => {
      isNew = true;
      resolve();
    };
    const sleepers = this.sleepers.get(accountId) ?? new Set();
    this.sleepers.set(accountId, sleepers.add(wake));
    signal.addEventListener('abort', wake);
    if (!this.isPolling) void this.poll();
    return {
      reset: () => (isNew = false),
      wait: async () => {
        const timer = setTimeout(wake, QUIET_MS);
        await new Promise<void>((done) => (isNew || signal.aborted ? done() : (resolve = done)));
        clearTimeout(timer);
      },
      end: () => {
        signal.removeEventListener('abort', wake);
        sleepers.delete(wake);
        if (sleepers.size === 0) this.sleepers.delete(accountId);
      },
    };
  }

  private read(accountId: string, after: number | null, selection: EventSelection): Promise<FeedPage> {
    // A read from before the last new events may not have them.
    const key = JSON.stringify([accountId, after, selection, this.seen]);
    let read = this.reads.get(key);
    if (!read) {
      read = this.feed
        .list(accountId, { after, ...selection, limit: PAGE_SIZE })
        .finally(() => this.reads.delete(key));
      this.reads.set(key, read);
    }
    return read;
  }

  /** Runs while there are readers. */
  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.sleepers.size > 0) {
      await this.wakeReaders().catch((error: Error) => this.warn(error.message));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref());
    }
    this.isPolling = false;
  }

  private async wakeReaders(): Promise<void> {
    const last = await this.log.last();
    if (last === this.seen) return;
    const accountIds = await this.log.accountsAfter(this.seen, [...this.sleepers.keys()]);
    this.seen = last;
    for (const accountId of accountIds) for (const wake of this.sleepers.get(accountId) ?? []) wake();
  }
}
